package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.sql.Isolation;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Transaction;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection that it has for itself. */
final class PipelinedTransaction extends Transaction<Session> {
    private final PipelinedEngine engine;
    private final TxOptions options;
    private @Nullable Patience committing; // begins when nobody waits for it: what is deferred until then may take long
    private boolean unawaited;

    PipelinedTransaction(PipelinedEngine engine, TxOptions options) {
        super(engine.gate());
        this.engine = engine;
        this.options = options;
    }

    @Override
    protected void start(Context context, Runnable connect) {
        engine.loop().execute(connect);
    }

    @Override
    protected void connect(CompletableFuture<Engine> opened) {
        engine.lines().take((line, failure) -> {
            if (line == null) {
                leave();
                opened.completeExceptionally(
                        Failures.of(failure == null ? new IllegalStateException("no connection") : failure, "begin"));
                return;
            }
            Session mine = new Session(line);
            if (!keep(mine)) {
                release(line);
                return;
            }
            line.readOnly(options.readOnly());
            Patience.run(engine.loop(), line, statement(), (_, why) -> {
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

    private void release(Line line) {
        line.readOnly(false);
        engine.lines().giveBack(line);
        leave();
    }

    @Override
    protected CompletableFuture<@Nullable Void> end(Context context, Session open, boolean commit) {
        return Answer.uncancelled(
                engine.loop(),
                context,
                open.above(0, commit ? "commit" : "rollback", () -> true),
                (line, outcome) -> end(line, commit, outcome));
    }

    /** A commit of what is broken would undo it without a word: so there is a statement before, which fails then. */
    private void end(Line line, boolean commit, Outcome<@Nullable Void> outcome) {
        if (!commit) {
            undo(line, null, outcome);
            return;
        }
        Patience patience = new Patience(engine.loop(), line);
        patience.run("select; commit", (_, failure) -> {
            if (failure == null) {
                release(line);
                outcome.done(null, null);
            } else {
                undo(line, failure, outcome);
            }
        });
        committing = patience;
        if (unawaited) {
            patience.begin();
        }
    }

    @Override
    protected void unawaited() {
        boolean _ = engine.loop().tryExecute(() -> {
            unawaited = true;
            if (committing != null) {
                committing.begin();
            }
        });
    }

    private void undo(Line line, @Nullable Throwable why, Outcome<@Nullable Void> outcome) {
        Patience.run(engine.loop(), line, "rollback", (_, _) -> {
            release(line);
            outcome.done(null, why);
        });
    }
}
