package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Savepoint;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A savepoint, named after its level. */
final class PipelinedSavepoint extends Savepoint {
    private final SessionEngine outer;
    private final String name;
    private volatile boolean made;

    PipelinedSavepoint(SessionEngine outer, TxOptions options) {
        super(options);
        this.outer = outer;
        this.name = "weir_" + (outer.level() + 1);
    }

    @Override
    protected One<Engine> make(BooleanSupplier begins) {
        return Answer.of(
                outer.loop(),
                () -> outer.session().deeper(outer.level(), "savepoint", begins),
                (line, outcome) -> Patience.run(outer.loop(), line, "savepoint " + name, (_, failure) -> {
                    made = failure == null;
                    outcome.done(failure == null ? outer.deeper() : null, failure);
                }));
    }

    @Override
    protected CompletableFuture<@Nullable Void> leave(Context context, boolean keep, BooleanSupplier ends) {
        return Answer.uncancelled(
                outer.loop(), context, outer.session().above(outer.level() + 1, "savepoint", ends), (line, outcome) -> {
                    if (!made) {
                        outcome.done(null, null);
                    } else if (keep) {
                        keep(line, outcome);
                    } else {
                        undo(line, null, outcome);
                    }
                });
    }

    /** What is broken can't be kept; it is undone then, so that the rest of the transaction goes on. */
    private void keep(Line line, Outcome<@Nullable Void> outcome) {
        Patience.run(outer.loop(), line, "release savepoint " + name, (_, failure) -> {
            if (failure == null) {
                outcome.done(null, null);
            } else {
                undo(line, failure, outcome);
            }
        });
    }

    private void undo(Line line, @Nullable Throwable why, Outcome<@Nullable Void> outcome) {
        String text = "rollback to savepoint " + name + "; release savepoint " + name;
        Patience.run(outer.loop(), line, text, (_, failure) -> outcome.done(null, why == null ? failure : why));
    }
}
