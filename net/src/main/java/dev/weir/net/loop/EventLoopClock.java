package dev.weir.net.loop;

import dev.weir.Cancellable;
import dev.weir.Clock;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The time of the pipelines of a connection: due tasks run on the connection's own event loop, so a
 * pipeline that waits does not change threads. Its tasks must not block.
 */
final class EventLoopClock implements Clock {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final EventLoop loop;

    /**
     * @param loop runs the due tasks, one at a time
     */
    EventLoopClock(EventLoop loop) {
        this.loop = Objects.requireNonNull(loop, "loop");
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        ScheduledFuture<?> due = loop.schedule(() -> run(task), nanos(delay), TimeUnit.NANOSECONDS);
        return () -> due.cancel(false);
    }

    private static long nanos(Duration delay) {
        return delay.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : Math.max(0, delay.toNanos());
    }

    private void run(Runnable task) {
        try {
            task.run();
            LoopTurn.of(loop).taskEnded();
        } catch (Throwable failure) { // the executor would keep it in a future that nobody reads
            LOG.log(System.Logger.Level.WARNING, "a task of an event loop's clock failed", failure);
        }
    }
}
