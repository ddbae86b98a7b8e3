package dev.weir.net.loop;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** How much work all connections of one event loop make before it looks at its sockets again: ADR 25. On the loop only. */
final class LoopTurn {
    /*
     * A task that a loop is given comes before its sockets, and so does all that it gives, for up to a second with Netty
     * 4.2.18; one that is due as it is given comes after them. So those who have had their turn wait here for such a task,
     * which lets as many go on as make as much work as the loop may at a time. A loop that ends runs no such task any more,
     * and has no others.
     */
    private static final FastThreadLocal<LoopTurn> OF_THREAD = new FastThreadLocal<>();
    private static final int MOST = 2 * Turn.MOST;
    private static final int FLUSHES = 128; // fewer than may gather

    private final EventLoop loop;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final ArrayDeque<Runnable> flushes = new ArrayDeque<>();
    private int done;
    private boolean nextIsDue; // these two are set after what may throw, as without memory: so it is asked for again
    private boolean flushIsDue;

    private LoopTurn(EventLoop loop) {
        this.loop = loop;
    }

    /** That of the loop, which runs this. */
    static LoopTurn of(EventLoop loop) {
        LoopTurn known = OF_THREAD.get();
        if (known == null || known.loop != loop) {
            known = new LoopTurn(loop);
            OF_THREAD.set(known);
        }
        return known;
    }

    /** Whether the loop that runs this has made as much as it may. */
    static boolean isOverHere() {
        LoopTurn known = OF_THREAD.get();
        return known != null && known.isOver();
    }

    /** Runs a flush when the loop has done what it is doing now. */
    void flushSoon(Runnable flush) {
        flushAllSoon();
        flushes.add(flush);
    }

    private void flushAllSoon() {
        if (!flushIsDue) {
            loop.execute(this::flushAll);
            flushIsDue = true;
        }
    }

    /**
     * One of several tasks that are due has ended: all of them come before a flush, so that connections which send in several
     * are flushed once; but where many do, some are flushed at once, so that few have arrays that wait for it.
     */
    void taskEnded() {
        if (flushes.size() >= FLUSHES) {
            flushAll();
        }
    }

    private void flushAll() {
        flushIsDue = false;
        try {
            for (int left = flushes.size(); left > 0; left--) {
                flushes.removeFirst().run();
            }
        } finally {
            if (!flushes.isEmpty()) { // one has failed, or has asked for another
                flushAllSoon();
            }
        }
    }

    /** Counts work. */
    void worked(int work) {
        if (done == 0) {
            var _ = afterSockets(() -> done = 0);
        }
        done += work;
    }

    /** Whether the loop has made as much as it may. */
    boolean isOver() {
        return done >= MOST && !loop.isShuttingDown();
    }

    /** Runs a task when the loop has looked at its sockets, and those who have waited for longer have had their turn. */
    void afterOthers(Runnable task) {
        nextSoon();
        waiting.add(task);
    }

    private void nextSoon() {
        if (!nextIsDue) {
            Future<?> soon = afterSockets(this::next);
            nextIsDue = true;
            soon.addListener(due -> {
                if (due.isCancelled()) {
                    next();
                }
            });
        }
    }

    private void next() {
        nextIsDue = false;
        try {
            for (int left = waiting.size(); left > 0 && !isOver(); left--) {
                waiting.removeFirst().run();
            }
        } finally {
            if (!waiting.isEmpty()) {
                nextSoon();
            }
        }
    }

    private Future<?> afterSockets(Runnable task) {
        return loop.schedule(task, 0, TimeUnit.NANOSECONDS);
    }
}
