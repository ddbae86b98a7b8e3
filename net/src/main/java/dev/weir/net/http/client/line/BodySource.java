package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.content.Decoding;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes the pieces of a response's body: cuts them out of what was received, and decodes them if need be. */
final class BodySource {
    private static final long FREE = 1024 * 1024; // so much may come of however little

    private final BodyDecoder decoder;
    private final @Nullable Decoding decoding;
    private volatile boolean decoded; // all of it

    private BodySource(BodyDecoder decoder, @Nullable Decoding decoding) {
        this.decoder = decoder;
        this.decoding = decoding;
    }

    static BodySource of(StatusHead head, BodyDecoder decoder, Call call, CallLimits limits, Held memory) {
        String coding = onlyCoding(head);
        Decoding decoding = coding != null && call.inflates() && !decoder.isDone() && Decoding.isKnown(coding)
                ? Decoding.of(coding, new Decoding.Bounds(Long.MAX_VALUE, limits.maxInflation(), FREE), memory)
                : null;
        return new BodySource(decoder, decoding);
    }

    /** Null if there is none, or one over the other. */
    private static @Nullable String onlyCoding(StatusHead head) {
        String coding = null;
        for (int i = 0; i < head.fields().length; i += 2) {
            if (head.fields()[i].equals("content-encoding")) {
                if (coding != null) {
                    return null;
                }
                coding = head.fields()[i + 1];
            }
        }
        return coding;
    }

    boolean isDecoded() {
        return decoding != null;
    }

    /** The next piece, which may be empty, or null if more has to be received first, or there is none. */
    @Nullable
    ByteBuffer next(Received in) throws BadRequest {
        if (decoding == null) {
            return decoder.next(in);
        }
        ByteBuffer piece = decoding.next();
        while (piece == null) {
            ByteBuffer encoded = decoder.next(in);
            if (encoded == null) {
                if (decoder.isDone()) {
                    decoding.end();
                    decoded = true;
                }
                return null;
            }
            decoding.add(encoded);
            piece = decoding.next();
        }
        if (decoder.isDone()) {
            decoding.settle();
        }
        decoded = decoding.isDone();
        return piece;
    }

    /** Whether something that has been taken off the wire has to be decoded still. */
    boolean isAtWork() {
        return decoding != null && decoding.isAtWork();
    }

    /** What decoding has cost since this was asked, as a turn counts it. */
    int worked() {
        return decoding == null ? 0 : decoding.worked();
    }

    /** The fields behind the body, empty until all of it was taken; for any thread. */
    String[] trailers() {
        return decoding == null || decoded ? decoder.trailers() : Trailers.NONE;
    }

    /** Throws away what was received; returns how much that was. */
    int skip(Received in) throws BadRequest {
        return decoder.skip(in);
    }

    /** Nothing more will come. */
    void end(Received in) {
        decoder.end(in);
        if (decoding != null
                && decoder.isDone()) { // nothing that was taken waits to be decoded, if it is nothing at all
            decoding.settle();
            decoded = decoding.isDone();
        }
    }

    /** Whether all of it has been taken off the wire. */
    boolean isTransferred() {
        return decoder.isDone();
    }

    boolean isDone() {
        return decoder.isDone() && (decoding == null || decoding.isDone());
    }

    /** Nobody will ask for more. */
    void close() {
        if (decoding != null) {
            decoding.close();
        }
    }

    /** How many bytes are still to come at most. */
    long remaining() {
        return decoder.remaining();
    }
}
