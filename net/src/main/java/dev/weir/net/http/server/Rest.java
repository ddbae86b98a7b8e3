package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.loop.Received;

/** What is left of a body that nobody reads, thrown away as it comes. */
final class Rest {
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
