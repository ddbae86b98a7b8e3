package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.loop.Received;
import java.util.concurrent.TimeUnit;

/** What is left of a body that nobody reads, thrown away as it comes. */
final class Rest {
    /** It is waited for no longer than that. */
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BodyDecoder decoder;
    private long skipped;

    Rest(BodyDecoder decoder) {
        this.decoder = decoder;
    }

    /** Takes what has come. */
    void skip(Received received) throws BadRequest {
        skipped += decoder.skip(received);
    }

    boolean isTooMuch() {
        return skipped > Carrier.MAX_SKIPPED;
    }

    boolean isDone() {
        return decoder.isDone();
    }
}
