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
    private final Turns turns = new Turns();
    private Runnable meanwhile = () -> {};
    private boolean isBroken;

    /** Nothing takes any time, but the end. */
    private final class Recorded extends Savepoint {
        Recorded() {
            super(TxOptions.standard());
        }

        @Override
        protected One<Engine> make(BooleanSupplier begins) {
            return One.defer(() -> {
                turns.deeper(new RecordedTurn("savepoint", false, told), 0, "savepoint", begins);
                turns.leave();
                return isBroken || told.contains("savepoint is refused")
                        ? One.fail(IllegalStateException::new)
                        : One.of(null);
            });
        }

        @Override
        protected CompletableFuture<@Nullable Void> leave(Context context, boolean keep, BooleanSupplier ends) {
            meanwhile.run();
            boolean isLeft = turns.end(new RecordedTurn(keep ? "keeping" : "undoing", true, told), 0, ends);
            if (isLeft) {
                turns.leave();
            }
            return CompletableFuture.completedFuture(null);
        }
    }

    private final Recorded savepoint = new Recorded();

    private void begin() {
        savepoint.begin().subscribe(_ -> {}, _ -> {});
    }

    private void goOn() {
        turns.enter(new RecordedTurn("next", false, told), 0, "next");
    }

    @Test
    void whatEndsBeforeItBeginsNeverBegins() {
        savepoint.abandon();
        begin();
        goOn();
        assertEquals(List.of("savepoint is refused", "next starts"), told);
    }

    /** Before anybody hears of that: nobody else would leave it for whoever cancels it right then. */
    @Test
    void whatCannotBeMadeIsLeft() {
        isBroken = true;
        savepoint.begin().subscribe(_ -> {}, _ -> goOn());
        assertEquals(List.of("savepoint starts", "undoing starts", "next starts"), told);
    }

    @Test
    void theFirstOfItsEndsCounts() {
        begin();
        savepoint.commit().await();
        savepoint.abandon();
        savepoint.commit().await();
        goOn();
        assertEquals(List.of("savepoint starts", "keeping starts", "next starts"), told);
    }

    /** As another thread, which cancels what is about to be kept, and goes on. */
    @Test
    void whoIsSecondInAskingMayBeFirstInLeaving() {
        begin();
        meanwhile = () -> {
            meanwhile = () -> {};
            savepoint.abandon();
            goOn();
        };
        savepoint.commit().await();
        assertEquals(List.of("savepoint starts", "undoing starts", "next starts"), told);
    }
}
