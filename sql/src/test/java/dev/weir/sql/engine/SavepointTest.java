package dev.weir.sql.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.TxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SavepointTest {
    private final List<String> told = new ArrayList<>();

    private final class Recorded extends Savepoint {
        private boolean open = true;

        Recorded() {
            super(TxOptions.standard());
        }

        @Override
        protected One<Engine> make(BooleanSupplier begins) {
            return One.fail(() -> new IllegalStateException("begins: " + begins.getAsBoolean()));
        }

        @Override
        protected boolean isOpen() {
            return open;
        }

        @Override
        protected CompletableFuture<@Nullable Void> leave(Context context, boolean keep) {
            told.add(keep ? "kept" : "undone");
            return CompletableFuture.completedFuture(null);
        }
    }

    private final Recorded savepoint = new Recorded();

    private void begin() {
        savepoint.begin().subscribe(_ -> {}, failure -> told.add(failure.getMessage()));
    }

    @Test
    void whatEndsBeforeItBeginsNeverBegins() {
        savepoint.abandon();
        begin();
        savepoint.abandon();
        assertEquals(List.of("begins: false"), told);
    }

    @Test
    void theFirstOfItsEndsCounts() {
        begin();
        savepoint.commit().await();
        savepoint.abandon();
        savepoint.commit().await();
        assertEquals(List.of("begins: true", "kept"), told);
    }

    @Test
    void itIsNotLeftWithWhatHasEndedAroundIt() {
        begin();
        savepoint.open = false;
        savepoint.abandon();
        assertEquals(List.of("begins: true"), told);
    }
}
