package dev.weir.net.http.client;

import dev.weir.net.http.Headers;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.EndDecoder;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes the pieces of a response's body: cuts them out of what was received, and inflates them if need be. */
final class BodySource {
    private final BodyDecoder decoder;
    private final @Nullable Inflation inflation;
    private final Headers fields;

    private BodySource(BodyDecoder decoder, @Nullable Inflation inflation, Headers fields) {
        this.decoder = decoder;
        this.inflation = inflation;
        this.fields = fields;
    }

    static BodySource of(StatusHead head, BodyDecoder decoder, ClientRequest request, Limits limits) {
        Headers fields = Headers.of(head.fields());
        Inflation inflation = decoder.isDone() || !request.inflates()
                ? null
                : Inflation.of(fields.get("content-encoding"), limits.maxInflation(), request.toString());
        return new BodySource(
                decoder,
                inflation,
                inflation == null ? fields : fields.without("content-encoding").without("content-length"));
    }

    /** The response's fields, those about the body as it is after inflating. */
    Headers fields() {
        return fields;
    }

    /** The next piece, or null if more has to be received first, or there is none. */
    @Nullable
    ByteBuffer next(Received in) throws BadRequest {
        if (inflation == null) {
            return decoder.next(in);
        }
        ByteBuffer inflated = inflation.next();
        while (inflated == null) {
            ByteBuffer piece = decoder.next(in);
            if (piece == null) {
                if (decoder.isDone()) {
                    inflation.end();
                }
                return null;
            }
            inflation.add(piece);
            inflated = inflation.next();
        }
        if (decoder.isDone()) {
            inflation.settle();
        }
        return inflated;
    }

    /** Throws away what was received; returns how much that was. */
    int skip(Received in) throws BadRequest {
        int skipped = 0;
        for (ByteBuffer piece = decoder.next(in); piece != null; piece = decoder.next(in)) {
            skipped += piece.remaining();
        }
        return skipped;
    }

    /** Nothing more will come. */
    void end(Received in) {
        if (decoder instanceof EndDecoder open) {
            open.end(in);
        }
    }

    /** Whether all of it has been taken off the wire. */
    boolean isTransferred() {
        return decoder.isDone();
    }

    boolean isDone() {
        return decoder.isDone() && (inflation == null || inflation.isDone());
    }

    /** Nobody will ask for more. */
    void close() {
        if (inflation != null) {
            inflation.close();
        }
    }

    /** How many bytes are still to come at most. */
    long remaining() {
        return decoder.remaining();
    }
}
