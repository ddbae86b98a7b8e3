package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.server.BodyMemory;
import dev.weir.net.http.server.Content;
import dev.weir.net.loop.Reader;
import java.nio.ByteBuffer;

/** A body of which no more is taken than a filter allows: see {@link Request#withMaxBody}. */
record AtMost(Content content, int most, BodyMemory memory) implements Content {
    @Override
    public long length() {
        return content.length();
    }

    @Override
    public Many<ByteBuffer> pieces(Reader reader) {
        return length() > most ? Many.fail(this::tooLarge) : Many.defer(() -> counted(reader));
    }

    private Many<ByteBuffer> counted(Reader reader) {
        long[] taken = {0};
        return content.pieces(reader).doOnNext(piece -> {
            taken[0] += piece.remaining();
            if (taken[0] > most) {
                throw tooLarge();
            }
        });
    }

    @Override
    public One<byte[]> whole(String reader) {
        return length() > most
                ? One.fail(this::tooLarge)
                : length() >= 0
                        ? content.whole(reader)
                        : new Content.Changed(method -> pieces(Reader.looking(method)), memory).whole(reader);
    }

    private HttpException tooLarge() {
        return new HttpException(413, "the body is larger than " + most + " bytes");
    }
}
