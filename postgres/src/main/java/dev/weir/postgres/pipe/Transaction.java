package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.Isolation;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Gate;
import dev.weir.sql.engine.Tx;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection that it has from before its begin until after its end. */
final class Transaction implements Tx {
    private final PipelinedEngine engine;
    private final TxOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Gate.@Nullable Permit permit;
    private @Nullable Session session;
    private boolean over;

    Transaction(PipelinedEngine engine, TxOptions options) {
        this.engine = engine;
        this.options = options;
    }

    @Override
    public One<Engine> begin() {
        return One.deferContextual(context -> One.from(() -> open(context)));
    }

    private CompletableFuture<Engine> open(Context context) {
        CompletableFuture<Engine> opened = new CompletableFuture<>();
        Gate.Permit mine = engine.gate()
                .permit(
                        () -> engine.loop().execute(() -> connect(opened)),
                        why -> opened.completeExceptionally(new SqlException(Reason.OVERLOADED, why, "begin")));
        permit = mine;
        mine.enter(context.clock());
        if (isOver()) {
            mine.withdraw();
        }
        return opened;
    }

    private void connect(CompletableFuture<Engine> opened) {
        if (isOver()) {
            release(null);
            return;
        }
        engine.lines().take((line, failure) -> {
            if (line == null) {
                release(null);
                opened.completeExceptionally(
                        Failures.of(failure == null ? new IllegalStateException("no connection") : failure, "begin"));
                return;
            }
            Session mine = new Session(line);
            if (!keep(mine)) {
                release(line);
                return;
            }
            line.run(statement(), (_, why) -> {
                if (why == null) {
                    opened.complete(new SessionEngine(engine, mine, 0));
                } else {
                    opened.completeExceptionally(Failures.of(why, "begin"));
                }
            });
        });
    }

    private String statement() {
        Isolation isolation = options.isolation();
        return "begin"
                + (isolation == null
                        ? ""
                        : " isolation level "
                                + isolation.name().replace('_', ' ').toLowerCase(Locale.ROOT))
                + (options.readOnly() ? " read only" : "");
    }

    private boolean keep(Session newSession) {
        lock.lock();
        try {
            session = newSession;
            return !over;
        } finally {
            lock.unlock();
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

    private void release(@Nullable Line line) {
        if (line != null) {
            engine.lines().giveBack(line);
        }
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.leave();
        }
    }

    @Override
    public One<@Nullable Void> commit() {
        return One.defer(() -> end(true));
    }

    @Override
    public One<@Nullable Void> rollback() {
        return One.<@Nullable Void>defer(() -> end(false))
                .onErrorReturn(_ -> null); // a connection that is lost has undone it, too
    }

    @Override
    public void abandon() {
        var _ = rollback().subscribe();
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.withdraw();
        }
    }

    private One<@Nullable Void> end(boolean commit) {
        Session open;
        lock.lock();
        try {
            if (over) {
                return One.ofVoid();
            }
            over = true;
            open = session;
        } finally {
            lock.unlock();
        }
        if (open == null) {
            return One.ofVoid();
        }
        return Answer.uncancelled(
                engine.loop(),
                open.above(0, commit ? "commit" : "rollback"),
                (line, outcome) -> end(line, commit, outcome));
    }

    /** A commit of what is broken would undo it without a word: so there is a statement before, which fails then. */
    private void end(Line line, boolean commit, Outcome<@Nullable Void> outcome) {
        if (!commit) {
            undo(line, null, outcome);
            return;
        }
        line.run("select; commit", (_, failure) -> {
            if (failure == null) {
                release(line);
                outcome.done(null, null);
            } else {
                undo(line, failure, outcome);
            }
        });
    }

    private void undo(Line line, @Nullable Throwable why, Outcome<@Nullable Void> outcome) {
        line.run("rollback", (_, _) -> {
            release(line);
            outcome.done(null, why);
        });
    }
}
