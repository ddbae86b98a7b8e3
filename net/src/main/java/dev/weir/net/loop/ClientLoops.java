package dev.weir.net.loop;

import dev.weir.Cancellable;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The event loops that clients have connections on: as long as there are any, a watchdog looks after them. */
final class ClientLoops {
    private static final Duration STUCK_AFTER = Duration.ofSeconds(1);
    private static final Map<EventLoop, Integer> CONNECTIONS = new ConcurrentHashMap<>();
    private static Cancellable dog = () -> {};

    private ClientLoops() {}

    /** One connection more; it needs a {@link #remove}. */
    static synchronized void add(EventLoop loop) {
        if (CONNECTIONS.isEmpty()) {
            dog = Watchdog.watch(STUCK_AFTER, CONNECTIONS::keySet);
        }
        CONNECTIONS.merge(loop, 1, Integer::sum);
    }

    static synchronized void remove(EventLoop loop) {
        CONNECTIONS.computeIfPresent(loop, (same, count) -> count == 1 ? null : count - 1);
        if (CONNECTIONS.isEmpty()) {
            dog.cancel();
        }
    }
}
