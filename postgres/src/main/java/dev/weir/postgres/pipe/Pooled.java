package dev.weir.postgres.pipe;

import dev.weir.sql.engine.Gate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection for one job, behind the gate: its changes are committed if it succeeds. */
final class Pooled implements Place {
    private final PipelinedEngine engine;
    private final boolean together;
    private final String query;
    private volatile Gate.@Nullable Permit permit;
    private boolean begun;
    private @Nullable Patience committing; // begins when nobody waits for it: what is deferred until then may take long

    /**
     * Makes one for a statement.
     *
     * @param together whether it needs a transaction: several statements, or rows that are fetched one after the other
     */
    Pooled(PipelinedEngine engine, boolean together, String query) {
        this.engine = engine;
        this.together = together;
        this.query = query;
    }

    @Override
    public void enter(Job job) {
        Gate.Permit mine = engine.gate().permit(query, job::start, job::refuse);
        permit = mine;
        mine.enter(job.context().clock());
        if (job.isStopped()) {
            mine.withdraw();
        }
    }

    @Override
    public void withdraw(Job job) {
        Gate.Permit mine = permit;
        if (mine != null && !mine.withdraw()) {
            engine.loop().execute(this::unawaited);
        }
    }

    private void unawaited() {
        if (committing != null) {
            committing.begin();
        }
    }

    @Override
    public void take(Job job, Outcome<Line> outcome) {
        if (job.isStopped()) {
            outcome.done(null, null);
            return;
        }
        engine.lines().take((line, failure) -> {
            if (line != null && together && !job.isStopped()) {
                begun = true;
                Patience.run(engine.loop(), line, "begin", (_, _) -> {}); // if it fails, so does what follows
            }
            outcome.done(line, failure);
        });
    }

    @Override
    public void giveBack(
            Job job, @Nullable Line line, @Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
        if (line == null || !begun || !line.isOpen()) {
            free(line, failure, then);
        } else if (failure == null && !job.isStopped()) {
            committing = new Patience(engine.loop(), line);
            committing.run("commit", (_, why) -> free(line, why, then));
        } else {
            Patience.run(engine.loop(), line, "rollback", (_, _) -> free(line, failure, then));
        }
    }

    private void free(@Nullable Line line, @Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
        if (line != null) {
            engine.lines().giveBack(line);
        }
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.leave();
        }
        then.accept(failure == null ? null : Failures.of(failure, query));
    }

    @Override
    public String toString() {
        return query;
    }
}
