package dev.weir.postgres.pipe;

import dev.weir.sql.SqlException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Connections for those that need one for themselves; on the loop only. Whoever takes one has a permit. */
final class Lines {
    private static final String SIGN_OF_LIFE = "select 1";

    private final Loop loop;
    private final Dialer dialer;
    private final long idleNanos;
    private final Set<Line> all = new LinkedHashSet<>();
    private final Deque<Idle> idle = new ArrayDeque<>();
    private boolean closed;
    private volatile @Nullable Throwable unreachable; // why the last dial has failed, if nothing was connected

    private record Idle(Line line, long since) {}

    /**
     * Those of a server.
     *
     * @param longestIdle how long one may do nothing until nobody knows whether the server is still there
     */
    Lines(Loop loop, Dialer dialer, Duration longestIdle) {
        this.loop = loop;
        this.dialer = dialer;
        this.idleNanos = longestIdle.toNanos();
    }

    /** Before a statement on one that has done nothing since: if the server is gone, it is closed soon, and not when TCP gives up. */
    void askIfIdle(Line line, long since) {
        if (System.nanoTime() - since > idleNanos) {
            Patience.run(loop, line, SIGN_OF_LIFE, (_, _) -> {});
        }
    }

    /** One that is free, or a new one. */
    void take(Outcome<Line> outcome) {
        Idle free = closed ? null : idle.pollLast();
        if (free == null) {
            dial(outcome);
        } else {
            askIfIdle(free.line, free.since);
            outcome.done(free.line, null);
        }
    }

    /** A new one, which is closed with the others. */
    void dial(Outcome<Line> outcome) {
        if (closed) {
            outcome.done(null, new IllegalStateException("this Postgres has been closed"));
            return;
        }
        dialer.dial((line, failure) -> {
            unreachable = line == null && all.stream().noneMatch(Line::isOpen) ? failure : null;
            if (line != null && closed) {
                var _ = line.close();
            } else if (line != null) {
                all.add(line);
                line.atClose(() -> {
                    idle.removeIf(one -> one.line == line);
                    line.close().onComplete(_ -> all.remove(line)); // the server may have to stop what runs before
                });
            }
            outcome.done(line, failure);
        });
    }

    /** What is told to whom no connection has become free: why there is none, if that is so; on any thread. */
    SqlException refusal(SqlException refused) {
        Throwable why = unreachable;
        if (why == null || !(Failures.of(why, refused.query()) instanceof SqlException told)) {
            return refused;
        }
        told.addSuppressed(refused);
        return told;
    }

    void giveBack(Line line) {
        if (line.isUsable() && !closed) {
            idle.add(new Idle(line, System.nanoTime()));
        } else {
            var _ = line.close();
        }
    }

    /** Ends all of them, and gives when they have ended. */
    Future<?> close() {
        closed = true;
        return Future.join(List.copyOf(all).stream().map(Line::close).toList());
    }
}
