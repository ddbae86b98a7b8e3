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

    /**
     * Leaves its level, and keeps or undoes what was done; that is under way when this returns.
     *
     * @param ends asked as the level is left, whether it is to be: whoever comes second finds it left
     */
    protected abstract CompletableFuture<@Nullable Void> leave(Context context, boolean keep, BooleanSupplier ends);

    @Override
    public final One<Engine> begin() {
        if (options.isolation() != null || options.readOnly() || options.retry() != null) {
            return One.fail(() -> new SqlException(
                    Reason.USAGE,
                    "isolation, read-only and retry are matters of the whole transaction: give them to the outermost"
                            + " tx(..)",
                    "savepoint"));
        }
        return make(() -> state.compareAndSet(State.NEW, State.BEGUN))
                .doOnError(_ -> abandon()); // within what is cancelled, so that whoever does that finds it left
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
        return One.deferContextual(context -> One.from(() -> leave(context, keep, this::ends)));
    }

    private boolean ends() {
        return state.getAndSet(State.OVER) == State.BEGUN;
    }
}
