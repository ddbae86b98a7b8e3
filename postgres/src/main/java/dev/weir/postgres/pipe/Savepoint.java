package dev.weir.postgres.pipe;

import dev.weir.One;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Tx;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A part of a transaction that can be undone alone. */
final class Savepoint implements Tx {
    private final SessionEngine outer;
    private final TxOptions options;
    private final String name;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean made;

    Savepoint(SessionEngine outer, TxOptions options) {
        this.outer = outer;
        this.options = options;
        this.name = "weir_" + (outer.level() + 1);
    }

    @Override
    public One<Engine> begin() {
        if (options.isolation() != null || options.readOnly() || options.retry() != null) {
            return One.fail(() -> new SqlException(
                    Reason.USAGE,
                    "isolation, read-only and retry are matters of the whole transaction: give them to the outermost"
                            + " tx(..)",
                    "savepoint"));
        }
        return Answer.of(
                outer.loop(),
                () -> outer.session().deeper(outer.level(), "savepoint", () -> begun.set(true)),
                (line, outcome) -> line.run("savepoint " + name, (_, failure) -> {
                    made = failure == null;
                    outcome.done(failure == null ? outer.deeper() : null, failure);
                }));
    }

    @Override
    public One<@Nullable Void> commit() {
        return end("release savepoint " + name);
    }

    @Override
    public One<@Nullable Void> rollback() {
        return end("rollback to savepoint " + name + "; release savepoint " + name)
                .onErrorReturn(_ -> null); // a transaction that is broken ends so, too
    }

    @Override
    public void abandon() {
        var _ = rollback().subscribe();
    }

    private One<@Nullable Void> end(String text) {
        return One.defer(() -> {
            if (!begun.get()
                    || !over.compareAndSet(false, true)
                    || !outer.session().isOpen(outer.level() + 1)) {
                return One.ofVoid();
            }
            return Answer.uncancelled(
                    outer.loop(), outer.session().above(outer.level() + 1, "savepoint"), (line, outcome) -> {
                        if (made) {
                            line.run(text, (_, failure) -> outcome.done(null, failure));
                        } else {
                            outcome.done(null, null);
                        }
                    });
        });
    }
}
