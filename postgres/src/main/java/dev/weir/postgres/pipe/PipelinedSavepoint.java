package dev.weir.postgres.pipe;

import dev.weir.One;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Savepoint;
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
    protected One<Engine> make(Runnable entered) {
        return Answer.of(
                outer.loop(),
                () -> outer.session().deeper(outer.level(), "savepoint", entered),
                (line, outcome) -> Patience.run(outer.loop(), line, "savepoint " + name, (_, failure) -> {
                    made = failure == null;
                    outcome.done(failure == null ? outer.deeper() : null, failure);
                }));
    }

    @Override
    protected boolean isOpen() {
        return outer.session().isOpen(outer.level() + 1);
    }

    @Override
    protected One<@Nullable Void> leave(boolean keep) {
        String text = (keep ? "" : "rollback to savepoint " + name + "; ") + "release savepoint " + name;
        return Answer.uncancelled(
                outer.loop(), outer.session().above(outer.level() + 1, "savepoint"), (line, outcome) -> {
                    if (made) {
                        Patience.run(outer.loop(), line, text, (_, failure) -> outcome.done(null, failure));
                    } else {
                        outcome.done(null, null);
                    }
                });
    }
}
