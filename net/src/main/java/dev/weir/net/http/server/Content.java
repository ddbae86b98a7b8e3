package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.BytesContent;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** What a request carries. */
public interface Content {
    /** How many bytes it has, or -1 if only its end will tell. */
    long length();

    /** It in pieces, once. */
    Many<ByteBuffer> pieces();

    /** It as a whole, up to the limit. */
    One<byte[]> whole();

    /** What a filter made of another one. */
    record Changed(Many<ByteBuffer> pieces, Application application) implements Content {
        @Override
        public long length() {
            return -1;
        }

        @Override
        public One<byte[]> whole() {
            return gather(pieces, application);
        }
    }

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Held(byte[] bytes, Application application) implements Content {
        public Held {
            Objects.requireNonNull(bytes, "the body is null");
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            return BytesContent.pieces(bytes);
        }

        @Override
        public One<byte[]> whole() {
            return gather(pieces(), application);
        }
    }

    static One<byte[]> gather(Many<ByteBuffer> pieces, Application application) {
        return pieces.reduce(ByteArrayOutputStream::new, (sum, piece) -> add(sum, piece, application))
                .map(ByteArrayOutputStream::toByteArray);
    }

    private static ByteArrayOutputStream add(ByteArrayOutputStream sum, ByteBuffer piece, Application application) {
        if (sum.size() + (long) piece.remaining() > application.limits().maxBody()) {
            throw tooLarge(application);
        }
        if (piece.hasArray()) {
            sum.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        } else {
            byte[] bytes = new byte[piece.remaining()];
            piece.get(piece.position(), bytes);
            sum.writeBytes(bytes);
        }
        return sum;
    }

    static RuntimeException tooLarge(Application application) {
        return application.failure(
                413, "the body is larger than " + application.limits().maxBody() + " bytes");
    }
}
