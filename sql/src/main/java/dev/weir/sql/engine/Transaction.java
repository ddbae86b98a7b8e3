package dev.weir.sql.engine;

import dev.weir.Context;
import dev.weir.One;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that has a permit from before its connection is taken until after that was given back. The first of its ends
 * counts, also one that comes before its begin.
 *
 * @param <S> its connection, and who may use it
 */
public abstract class Transaction<S> implements Tx {
    private final Gate gate;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Gate.@Nullable Permit permit;
    private @Nullable S session;
    private boolean over;
    private volatile boolean left;

    protected Transaction(Gate gate) {
        this.gate = gate;
    }

    /** Runs it where a connection may be taken. */
    protected abstract void start(Context context, Runnable connect);

    /** Takes a connection, {@link #keep}s it and begins; else gives it back and {@link #leave}s. */
    protected abstract void connect(CompletableFuture<Engine> opened);

    /** Ends it, gives the connection back and {@link #leave}s; that is under way when this returns. */
    protected abstract CompletableFuture<@Nullable Void> end(Context context, S open, boolean commit);

    @Override
    public final One<Engine> begin() {
        return One.deferContextual(context -> One.from(() -> open(context)));
    }

    private CompletableFuture<Engine> open(Context context) {
        CompletableFuture<Engine> opened = new CompletableFuture<>();
        Gate.Permit mine = gate.permit(
                "begin", () -> start(context, () -> connectUnlessOver(opened)), opened::completeExceptionally);
        permit = mine;
        mine.enter(context.clock());
        if (isOver()) {
            mine.withdraw();
        }
        return opened;
    }

    private void connectUnlessOver(CompletableFuture<Engine> opened) {
        if (isOver()) {
            leave();
        } else {
            connect(opened);
        }
    }

    private boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** From now on an end ends that; false if it is over already. */
    protected final boolean keep(S newSession) {
        lock.lock();
        try {
            if (!over) {
                session = newSession;
            }
            return !over;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the permit back. */
    protected final void leave() {
        left = true;
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.leave();
        }
    }

    /** Nobody waits for its end any more, which may be under way. */
    protected void unawaited() {}

    @Override
    public final One<@Nullable Void> commit() {
        return end(true);
    }

    @Override
    public final One<@Nullable Void> rollback() {
        return end(false).onErrorReturn(_ -> null); // a connection that is lost has undone it, too
    }

    @Override
    public final void abandon() {
        if (left) {
            return;
        }
        var _ = rollback().subscribe();
        unawaited();
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.withdraw();
        }
    }

    /** It is over, and what ends it under way, in one step: a cancellation between would leave it as it is. */
    private One<@Nullable Void> end(boolean commit) {
        return One.deferContextual(context -> One.from(() -> end(context, commit)));
    }

    private CompletableFuture<@Nullable Void> end(Context context, boolean commit) {
        S open;
        lock.lock();
        try {
            if (over) {
                return CompletableFuture.completedFuture(null);
            }
            over = true;
            open = session;
        } finally {
            lock.unlock();
        }
        return open == null ? CompletableFuture.completedFuture(null) : end(context, open, commit);
    }
}
