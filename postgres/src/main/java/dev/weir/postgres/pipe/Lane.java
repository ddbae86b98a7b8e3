package dev.weir.postgres.pipe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection that statements share: each is sent while those before are under way. On the loop only.
 *
 * <p>A request to stop hits whatever the connection runs when it comes, so nothing else is sent while one is on its way, and who
 * is hit in place of another is run again.
 */
final class Lane {
    private final Lanes lanes;
    private final Deque<Sent> sent = new ArrayDeque<>();
    private final List<Point<?>> dialed = new ArrayList<>(); // what waits for the connection
    private @Nullable Line line;
    private boolean dialing;
    private long answered; // the one before, or the dial

    private record Sent(Point<?> point, long nanos) {}

    Lane(Lanes lanes) {
        this.lanes = lanes;
    }

    boolean isConnected() {
        return line != null && line.isOpen();
    }

    int size() {
        return sent.size() + dialed.size();
    }

    /** Whether a statement may be sent: what is behind one that is slow, or may be, would wait for it. */
    boolean accepts(Point<?> point, long now) {
        Line connected = line;
        Sent first = sent.peekFirst();
        if (connected != null && connected.isOpen() && !mayGo(connected, first)) {
            return false;
        }
        if (first == null) {
            return dialed.isEmpty()
                    || (size() < lanes.depth() && lanes.isQuick(point) && lanes.isQuick(dialed.getFirst()));
        }
        return size() < lanes.depth()
                && lanes.isQuick(point)
                && lanes.isQuick(first.point)
                && now - first.nanos < Lanes.SLOW_NANOS;
    }

    /**
     * One that a late request to stop may hit, or whose server changes nothing, makes place for another, when all have been
     * answered that were sent there.
     */
    private static boolean mayGo(Line connected, @Nullable Sent first) {
        return connected.isQuiet() && (connected.isUsable() || first == null);
    }

    void cork() {
        if (line != null) {
            line.cork();
        }
    }

    void uncork() {
        if (line != null) {
            line.uncork();
        }
    }

    void send(Point<?> point) {
        Line connected = line;
        if (connected != null && connected.isUsable()) {
            send(point, connected);
            return;
        }
        dialed.add(point);
        if (!dialing) {
            dialing = true;
            if (connected != null) {
                var _ = connected.close();
            }
            lanes.lines().dial(this::connected);
        }
    }

    private void connected(@Nullable Line made, @Nullable Throwable failure) {
        dialing = false;
        answered = System.nanoTime();
        line = made;
        List<Point<?>> waited = List.copyOf(dialed);
        dialed.clear();
        for (Point<?> point : waited) {
            if (made == null || point.isCancelled()) {
                point.end(null, failure);
            } else {
                send(point, made);
            }
        }
        lanes.fill();
    }

    private void send(Point<?> point, Line connected) {
        if (sent.isEmpty()) {
            lanes.lines().askIfIdle(connected, answered);
        }
        sent.add(new Sent(point, System.nanoTime()));
        point.run(this, connected);
    }

    /** A statement has ended. */
    void answered(Point<?> point, Line its, @Nullable Object value, @Nullable Throwable failure) {
        long now = System.nanoTime();
        Sent first = sent.peekFirst();
        if (first != null && first.point == point) {
            sent.removeFirst();
            long took = now - Math.max(first.nanos, answered);
            if (took >= Lanes.SLOW_NANOS
                    || failure == null) { // else nobody knows how long it takes: it may not have run
                lanes.took(point, took);
            }
        } else {
            sent.removeIf(one -> one.point == point);
        }
        answered = now;
        if (failure != null && point.isToRunAgain(its, failure)) {
            lanes.again(point);
        } else {
            point.end(value, failure);
        }
        lanes.fill();
    }

    /** Whether it is the turn of a neighbour for whose answer somebody waits: who stops meanwhile must not cost him that. */
    private boolean isBehindOthers(Point<?> point, Line connected) {
        return !point.runs(connected) && sent.stream().anyMatch(one -> one.point.isAwaited(connected));
    }

    /** Nobody waits for a statement any more. */
    void stop(Point<?> point) {
        Line connected = line;
        if (connected != null) {
            new Stopping(lanes.loop(), connected, () -> point.runs(connected), point::isOver) {
                @Override
                boolean isHeldUp() {
                    return isBehindOthers(point, connected);
                }

                @Override
                void asked(Line asked) {
                    asked.whenQuiet(lanes::fill);
                }
            }.begin();
        }
    }
}
