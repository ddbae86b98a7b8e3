package dev.weir.net.loop;

import dev.weir.Clock;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shares of a client: one for each event loop that it has connections on. */
public final class LoopShares {
    private final EventLoops loops;
    private final @Nullable Clock clock;
    private final Duration shortest;
    private final Map<EventLoop, LoopShare> shares = new ConcurrentHashMap<>();

    /**
     * Makes one without shares.
     *
     * @param loops that the connections are on
     * @param clock null for that of each event loop
     * @param shortest the shortest deadline that connections have
     */
    public LoopShares(EventLoops loops, @Nullable Clock clock, Duration shortest) {
        this.loops = loops;
        this.clock = clock;
        this.shortest = shortest;
    }

    EventLoops loops() {
        return loops;
    }

    public LoopShare of(EventLoop loop) {
        LoopShare known = shares.get(loop);
        if (known != null) {
            return known;
        }
        shares.keySet().removeIf(EventExecutor::isTerminated);
        return shares.computeIfAbsent(
                loop, missing -> new LoopShare(loops, missing, Held.unlimited(), clock, shortest));
    }

    /** Tells all connections to end as soon as what runs has ended. */
    public void drain() {
        each(LoopShare::drain);
    }

    /** Tells all connections to end now. */
    public void kill() {
        each(LoopShare::kill);
    }

    private void each(Consumer<LoopShare> action) {
        shares.forEach((loop, share) -> {
            try {
                loop.execute(() -> action.accept(share));
            } catch (RejectedExecutionException loopHasEnded) {
                // so have its connections
            }
        });
    }
}
