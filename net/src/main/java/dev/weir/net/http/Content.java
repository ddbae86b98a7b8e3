package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.One;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** What a request carries. */
interface Content {
    /** It in pieces, once. */
    Many<ByteBuffer> pieces();

    /** It as a whole, up to the limit. */
    One<byte[]> whole();

    /** What a filter made of another one. */
    record Changed(Many<ByteBuffer> pieces, int limit) implements Content {
        @Override
        public One<byte[]> whole() {
            return gather(pieces, limit);
        }
    }

    static One<byte[]> gather(Many<ByteBuffer> pieces, int limit) {
        return pieces.reduce(ByteArrayOutputStream::new, (sum, piece) -> add(sum, piece, limit))
                .map(ByteArrayOutputStream::toByteArray);
    }

    private static ByteArrayOutputStream add(ByteArrayOutputStream sum, ByteBuffer piece, int limit) {
        if (sum.size() + (long) piece.remaining() > limit) {
            throw tooLarge(limit);
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

    static HttpException tooLarge(int limit) {
        return new HttpException(413, "the body is larger than " + limit + " bytes");
    }
}
