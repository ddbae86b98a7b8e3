package dev.weir.net.http.client;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.client.line.Exchange;
import java.time.Duration;

/** Exchanges that nobody carries. */
public final class Exchanges {
    private static final Duration LONG = Duration.ofSeconds(100);
    private static final Call CALL = new Call(
            "GET",
            Url.parse("http://localhost:1/"),
            new String[0],
            Payload.Bytes.NONE,
            null,
            (status, hints) -> {},
            false,
            false,
            false,
            LONG);

    /** Of a client that may have one connection. */
    public static final CallLimits LIMITS =
            new CallLimits(1, 1, 10, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, 100, 100, 100, 100);

    private Exchanges() {}

    public static Exchange waiting() {
        return new Exchange(
                CALL, LIMITS, (trouble, what, cause, repeat) -> new IllegalStateException(what, cause), false);
    }
}
