package dev.weir.net.http.client;

import dev.weir.net.http.client.ClientException.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long an exchange waits for what, at one moment. */
record Patience(Limits limits, Duration stallTimeout, long now) {
    @Nullable
    ClientException head(Exchange exchange, Line line, Sending sending) {
        ClientException stalled = taking(exchange, line);
        if (stalled != null) {
            return stalled;
        }
        boolean late = sending.isSettled() && isOver(limits.headTimeout(), sending.since());
        return late
                ? exchange.failure(
                        Reason.HEAD_TIMEOUT,
                        "no response began within " + text(limits.headTimeout()) + " (setting: headTimeout)")
                : null;
    }

    /** Somebody reads the body. */
    @Nullable
    ClientException body(Exchange exchange, Line line, boolean waiting, long since) {
        ClientException stalled = taking(exchange, line);
        if (stalled != null || !waiting || !isOver(stallTimeout, since)) {
            return stalled;
        }
        return exchange.failure(
                Reason.STALL,
                "nothing more of the response came for " + text(stallTimeout) + " (setting: stallTimeout)");
    }

    /** Nobody reads the body. */
    @Nullable
    ClientException reader(Exchange exchange, long since) {
        return isOver(limits.unreadTimeout(), since)
                ? exchange.failure(
                        Reason.UNREAD,
                        "nobody read the response's body within " + text(limits.unreadTimeout())
                                + " (setting: unreadTimeout); send(response -> ..) frees it by itself")
                : null;
    }

    private @Nullable ClientException taking(Exchange exchange, Line line) {
        return line.stalledFor(now) > stallTimeout.toNanos()
                ? exchange.failure(
                        Reason.STALL,
                        "the server took nothing of the request for " + text(stallTimeout) + " (setting: stallTimeout)")
                : null;
    }

    private boolean isOver(Duration limit, long since) {
        return now - since > limit.toNanos();
    }

    static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
