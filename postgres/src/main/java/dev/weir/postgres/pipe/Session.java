package dev.weir.postgres.pipe;

import dev.weir.sql.engine.Turns;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connection of a transaction, and who may use it. */
final class Session {
    private final Line line;
    private final Turns turns = new Turns();

    Session(Line line) {
        this.line = line;
    }

    /** A place for what is done at a level. */
    Place at(int itsLevel, String query) {
        return new Turned(query, job -> turns.enter(job, itsLevel, query));
    }

    /** A place for what makes a savepoint, after which the level is deeper; not if it begins no more. */
    Place deeper(int itsLevel, String query, BooleanSupplier begins) {
        return new Turned(query, job -> turns.deeper(job, itsLevel, query, begins));
    }

    /**
     * A place for what ends a level, from which on that above is the one of now; -1 is above all. If it ends no more, that is done
     * at once.
     */
    Place above(int itsLevel, String query, BooleanSupplier ends) {
        return new Turned(query, job -> {
            if (!turns.end(job, itsLevel - 1, ends)) {
                job.ended(null);
            }
        });
    }

    private final class Turned implements Place {
        private final String query;
        private final Consumer<Job> entrance;

        Turned(String query, Consumer<Job> entrance) {
            this.query = query;
            this.entrance = entrance;
        }

        @Override
        public void enter(Job job) {
            entrance.accept(job);
        }

        @Override
        public void withdraw(Job job) {
            turns.withdraw(job);
        }

        @Override
        public void take(Job job, Outcome<Line> outcome) {
            outcome.done(line, null);
        }

        @Override
        public void giveBack(
                Job job, @Nullable Line taken, @Nullable Throwable failure, Consumer<@Nullable Throwable> then) {
            turns.leave();
            then.accept(failure == null ? null : Failures.of(failure, query));
        }

        @Override
        public String toString() {
            return query;
        }
    }
}
