package dev.weir.net.loop;

import dev.weir.Clock;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shares of a client or a server: one for each event loop that it has connections on. */
public final class LoopShares {
    private final EventLoops loops;
    private final Held held;
    private final @Nullable Clock clock;
    private final Duration shortest;
    private final Map<EventLoop, LoopShare> shares = new ConcurrentHashMap<>();
    private volatile @Nullable Consumer<LoopShare> ending;

    /**
     * Makes one without shares.
     *
     * @param loops that the connections are on
     * @param held what they hold together
     * @param clock null for that of each event loop
     * @param shortest the shortest deadline that connections have
     */
    public LoopShares(EventLoops loops, Held held, @Nullable Clock clock, Duration shortest) {
        this.loops = loops;
        this.held = held;
        this.clock = clock;
        this.shortest = shortest;
    }

    public LoopShare of(EventLoop loop) {
        LoopShare known = shares.get(loop);
        if (known != null) {
            return known;
        }
        shares.keySet().removeIf(EventExecutor::isTerminated);
        LoopShare share = shares.computeIfAbsent(loop, missing -> new LoopShare(loops, missing, held, clock, shortest));
        Consumer<LoopShare> how = ending;
        if (how != null) { // who ends them may not have seen this one, which others see from now on
            EventLoops.queue(loop, () -> how.accept(share));
        }
        return share;
    }

    /** The loops that have had connections. */
    Set<EventLoop> loopsInUse() {
        return shares.keySet();
    }

    /** Whether connections have been told to end, those that are still to come, too. */
    boolean isEnding() {
        return ending != null;
    }

    /** Tells all connections to end as soon as what runs has ended. */
    public void drain() {
        end(LoopShare::drain);
    }

    /** Tells all connections to end now. */
    public void kill() {
        end(LoopShare::kill);
    }

    private void end(Consumer<LoopShare> how) {
        ending = how;
        shares.forEach((loop, share) -> EventLoops.queue(loop, () -> how.accept(share)));
    }
}
