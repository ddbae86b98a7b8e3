package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.loop.Told;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long an exchange waits for what, at one moment. */
record Patience(CallLimits limits, Duration stallTimeout, long now) {
    @Nullable
    RuntimeException head(Exchange exchange, Line line, Asking sending) {
        RuntimeException stalled = taking(exchange, line);
        if (stalled != null) {
            return stalled;
        }
        boolean late = sending.isSettled() && isOver(limits.headTimeout(), sending.since());
        return late
                ? exchange.failure(
                        Trouble.HEAD_TIMEOUT,
                        "no response began within " + Told.duration(limits.headTimeout()) + " (setting: headTimeout)")
                : null;
    }

    /** Somebody reads the body. */
    @Nullable
    RuntimeException body(Exchange exchange, Line line, boolean waiting, long since) {
        RuntimeException stalled = taking(exchange, line);
        if (stalled != null || !waiting || !isOver(stallTimeout, since)) {
            return stalled;
        }
        return exchange.failure(
                Trouble.STALL,
                "nothing more of the response came for " + Told.duration(stallTimeout) + " (setting: stallTimeout)");
    }

    /** Nobody reads the body. */
    @Nullable
    RuntimeException reader(Exchange exchange, long since) {
        return isOver(limits.unreadTimeout(), since)
                ? exchange.failure(
                        Trouble.UNREAD,
                        "nobody read the response's body within " + Told.duration(limits.unreadTimeout())
                                + " (setting: unreadTimeout); send(response -> ..) frees it by itself")
                : null;
    }

    private @Nullable RuntimeException taking(Exchange exchange, Line line) {
        long patience = line.share().patience(stallTimeout);
        return line.stalledFor(now) > patience
                ? exchange.failure(
                        Trouble.STALL,
                        "the server took nothing of the request for " + Told.duration(Duration.ofNanos(patience))
                                + " (setting: stallTimeout)")
                : null;
    }

    private boolean isOver(Duration limit, long since) {
        return now - since > limit.toNanos();
    }
}
