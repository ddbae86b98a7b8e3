package dev.weir.sql.engine;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A part of a transaction that can be undone alone; the first of its ends counts, also one that comes before its begin. */
public abstract class Savepoint implements Tx {
    private final TxOptions options;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    private enum State {
        NEW,
        BEGUN,
        OVER
    }

    protected Savepoint(TxOptions options) {
        this.options = options;
    }

    /** Makes it, one level deeper; asks whether it still may, as that becomes the level. */
    protected abstract One<Engine> make(BooleanSupplier begins);

    /** Whether its level has not ended. */
    protected abstract boolean isOpen();

    /** Leaves its level, and keeps or undoes what was done; that is under way when this returns. */
    protected abstract CompletableFuture<@Nullable Void> leave(Context context, boolean keep);

    @Override
    public final One<Engine> begin() {
        if (options.isolation() != null || options.readOnly() || options.retry() != null) {
            return One.fail(() -> new SqlException(
                    Reason.USAGE,
                    "isolation, read-only and retry are matters of the whole transaction: give them to the outermost"
                            + " tx(..)",
                    "savepoint"));
        }
        return make(() -> state.compareAndSet(State.NEW, State.BEGUN));
    }

    @Override
    public final One<@Nullable Void> commit() {
        return end(true);
    }

    @Override
    public final One<@Nullable Void> rollback() {
        return end(false).onErrorReturn(_ -> null); // a transaction that is broken ends so, too
    }

    @Override
    public final void abandon() {
        var _ = rollback().subscribe();
    }

    private One<@Nullable Void> end(boolean keep) {
        return One.deferContextual(context -> One.from(() -> end(context, keep)));
    }

    private CompletableFuture<@Nullable Void> end(Context context, boolean keep) {
        boolean isLeft = state.getAndSet(State.OVER) == State.BEGUN && isOpen();
        return isLeft ? leave(context, keep) : CompletableFuture.completedFuture(null);
    }
}
