package dev.weir.postgres.pipe;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Connections for those that need one for themselves; on the loop only. Whoever takes one has a permit. */
final class Lines {
    private final Dialer dialer;
    private final Set<Line> all = new LinkedHashSet<>();
    private final Deque<Line> idle = new ArrayDeque<>();
    private boolean closed;

    Lines(Dialer dialer) {
        this.dialer = dialer;
    }

    /** One that is free, or a new one. */
    void take(Outcome<Line> outcome) {
        Line free = idle.pollLast();
        if (free == null) {
            dial(outcome);
        } else {
            outcome.done(free, null);
        }
    }

    /** A new one, which is closed with the others. */
    void dial(Outcome<Line> outcome) {
        if (closed) {
            outcome.done(null, new IllegalStateException("this Postgres has been closed"));
            return;
        }
        dialer.dial((line, failure) -> {
            if (line != null && closed) {
                var _ = line.close();
            } else if (line != null) {
                all.add(line);
                line.atClose(() -> {
                    idle.remove(line);
                    line.close().onComplete(_ -> all.remove(line)); // the server may have to stop what runs before
                });
            }
            outcome.done(line, failure);
        });
    }

    void giveBack(Line line) {
        if (line.isUsable() && !closed) {
            idle.add(line);
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
