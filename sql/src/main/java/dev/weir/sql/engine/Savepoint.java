package dev.weir.sql.engine;

import dev.weir.One;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A part of a transaction that can be undone alone; the first of its ends counts. */
public abstract class Savepoint implements Tx {
    private final TxOptions options;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    protected Savepoint(TxOptions options) {
        this.options = options;
    }

    /** Makes it, one level deeper; calls the action as soon as that is the level. */
    protected abstract One<Engine> make(Runnable entered);

    /** Whether its level has not ended. */
    protected abstract boolean isOpen();

    /** Leaves its level, and keeps or undoes what was done. */
    protected abstract One<@Nullable Void> leave(boolean keep);

    @Override
    public final One<Engine> begin() {
        if (options.isolation() != null || options.readOnly() || options.retry() != null) {
            return One.fail(() -> new SqlException(
                    Reason.USAGE,
                    "isolation, read-only and retry are matters of the whole transaction: give them to the outermost"
                            + " tx(..)",
                    "savepoint"));
        }
        return make(() -> begun.set(true));
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
        return One.defer(() -> begun.get() && over.compareAndSet(false, true) && isOpen() ? leave(keep) : One.ofVoid());
    }
}
