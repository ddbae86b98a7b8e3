package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import java.time.Duration;

/** Has a client's session look at the time as often as its setup wants it to speak, where rounds of a second are too rare. */
final class Ticks {
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Ticks() {}

    static void begin(Session session, Link link, Setup setup) {
        Duration keepalive = setup.keepalive();
        Duration slack = setup.lifetime().minus(keepalive); // what is left for a late look, the way and the answer
        if (keepalive.compareTo(ROUND) < 0 || slack.compareTo(ROUND.multipliedBy(2)) < 0) {
            Duration half = (keepalive.compareTo(slack) < 0 ? keepalive : slack).dividedBy(2);
            later(session, link, half.compareTo(SHORTEST) < 0 ? SHORTEST : half);
        }
    }

    private static void later(Session session, Link link, Duration pause) {
        var _ = link.clock().schedule(() -> link.post(() -> tick(session, link, pause)), pause);
    }

    private static void tick(Session session, Link link, Duration pause) {
        if (session.beat(link.clock().nanoTime())) {
            later(session, link, pause);
        }
    }
}
