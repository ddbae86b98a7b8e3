package dev.weir.postgres.pipe;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Asker;
import dev.weir.sql.engine.Gate;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A statement with one answer, on a connection that it shares. It is one that the server does or undoes as a whole, so that it
 * may run again if it was stopped in place of a neighbour.
 */
final class Point<T> {
    private static final long BEFORE = -1;

    private final Lanes lanes;
    private final String query;
    private final Task<T> task;
    private final Clock clock;
    private final Asker<T> asker;
    private final Gate.Permit permit;
    private volatile boolean cancelled;
    private @Nullable Lane lane;
    private @Nullable Cancellable timer; // while it waits for a connection
    private int waits;
    private int stopsBefore;
    private long place; // on the connection
    private boolean renewed;
    private boolean over;

    private Point(Lanes lanes, String query, Task<T> task, Clock clock, Asker<T> asker) {
        this.lanes = lanes;
        this.query = query;
        this.task = task;
        this.clock = clock;
        this.asker = asker;
        this.permit = lanes.gate().permit(query, () -> lanes.arrive(this), refusal -> asker.tell(null, refusal));
    }

    static <T> One<T> one(Lanes lanes, String query, Task<T> task) {
        return Asker.one((context, asker) -> {
            Point<T> point = new Point<>(lanes, query, task, context.clock(), asker);
            asker.whenGone(point::cancel);
            point.permit.enter(point.clock);
        });
    }

    private void cancel() {
        cancelled = true;
        if (!permit.withdraw()) {
            lanes.loop().execute(this::stop);
        }
    }

    private void stop() {
        Lane its = lane;
        if (over) {
            return;
        } else if (its != null) {
            its.stop(this);
        } else if (lanes.forget(this)) {
            end(null, null);
        }
    }

    /** No connection takes it now: it waits for one, but not for ever. */
    void await() {
        lane = null;
        stopTimer();
        int wait = ++waits;
        try {
            timer = clock.schedule(() -> lanes.loop().execute(() -> late(wait)), lanes.longestWait());
        } catch (Throwable broken) { // whoever has made the clock
            if (lanes.forget(this)) {
                end(null, broken);
            }
        }
    }

    /** Whether it is known how long it may wait. */
    boolean isTimed() {
        return timer != null;
    }

    private void late(int wait) {
        if (wait == waits && !over && lanes.refuse(this)) {
            end(null, lanes.lines().refusal(tooLate()));
        }
    }

    private SqlException tooLate() {
        String waited = " for " + lanes.longestWait().toMillis() + " ms";
        return lanes.isConnected()
                ? new SqlException(
                        Reason.OVERLOADED,
                        "no shared connection has become free" + waited + ": what is slow has them",
                        query)
                : new SqlException(Reason.CONNECTION, "no connection: none could be made" + waited, query);
    }

    private void stopTimer() {
        Cancellable running = timer;
        timer = null;
        if (running != null) {
            running.cancel();
        }
    }

    String query() {
        return query;
    }

    boolean isCancelled() {
        return cancelled;
    }

    boolean isOver() {
        return over;
    }

    /** Sends it. */
    void run(Lane its, Line line) {
        lane = its;
        stopTimer();
        stopsBefore = line.stops();
        long next = line.next();
        place = next;
        try {
            task.run(line, new Outcome<>() {
                @Override
                public void begins() {
                    if (cancelled) { // while what it needs was prepared for another one
                        throw new CancellationException("nobody waits for this statement any more");
                    }
                    place = line.next();
                }

                @Override
                public void done(@Nullable T value, @Nullable Throwable failure) {
                    its.answered(Point.this, line, value, failure);
                }
            });
            if (line.next() == next) {
                place = BEFORE; // it waits until the same is prepared for another one
            }
        } catch (Throwable thrown) {
            its.answered(this, line, null, thrown);
        }
    }

    /** Whether it is what the server does now, as far as is known: itself, or what prepares it. */
    boolean runs(Line line) {
        return place == line.now();
    }

    /** Whether others wait for it, or for what prepares it. */
    boolean isAwaited(Line line) {
        return !cancelled && place <= line.now();
    }

    /** Whether it has not been done, for a reason that it has nothing to do with, and should run again. */
    boolean isToRunAgain(Line line, @Nullable Throwable failure) {
        if (cancelled) {
            return false;
        } else if (Failures.isStopped(failure)) {
            return line.stops() > stopsBefore;
        } else if (Failures.isStale(failure) && !renewed) {
            renewed = true;
            return true;
        }
        return false;
    }

    /** It has its answer. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the value is what its own task has given
    void end(@Nullable Object value, @Nullable Throwable failure) {
        over = true;
        lane = null;
        stopTimer();
        permit.leave();
        if (!cancelled) {
            asker.tell((T) value, failure == null ? null : Failures.of(failure, query));
        }
    }
}
