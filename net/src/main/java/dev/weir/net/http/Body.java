package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.http.content.BytesContent;
import dev.weir.net.http.content.FilePieces;
import dev.weir.net.http.content.Slice;
import dev.weir.net.http.server.FileTransfer;
import dev.weir.net.http.server.Reply;
import dev.weir.net.loop.Takeover;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a response carries. */
sealed interface Body {
    /** How many bytes it has, or {@link Reply#UNKNOWN}. */
    default long length() {
        return Reply.UNKNOWN;
    }

    /** It in pieces, which come on whatever thread: who goes on with them must not block. */
    Many<ByteBuffer> pieces();

    /** It in pieces, for users' functions. */
    default Many<ByteBuffer> shown() {
        return pieces();
    }

    /** Whether its first piece may fail to be made, and then another response be sent. */
    default boolean mayFail() {
        return false;
    }

    /** Whether it may be made of the request's body, which is read only as it is sent then. */
    default boolean mayBeOfRequest() {
        return false;
    }

    /** It where it is known not to be made of the request's body. */
    default Body withoutRequest() {
        return this;
    }

    /** So many of its bytes from a place on; for a body of known length. */
    default Body part(long from, long count) {
        return new Stream(count, Slice.of(pieces(), from, count), mayBeOfRequest());
    }

    /** It in a coding: what is there and small at once, all else as it is sent. */
    static Body coded(Body content, Coding coding) {
        if (content instanceof Bytes bytes && bytes.content().length <= BytesContent.AT_ONCE) {
            try {
                return new Bytes(coding.code(bytes.content()));
            } catch (IOException failure) {
                throw new UncheckedIOException("the body can't be coded", failure);
            }
        }
        return content instanceof Coded before
                ? new Coded(before.content(), new Twice(before.coding(), coding))
                : new Coded(content, coding);
    }

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] content) implements Body {
        static final Bytes NONE = new Bytes(new byte[0]);

        @Override
        public long length() {
            return content.length;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            return BytesContent.pieces(content);
        }

        @Override
        public Body part(long from, long count) {
            return new Bytes(Arrays.copyOfRange(content, (int) from, (int) (from + count)));
        }
    }

    /** Bytes that come. */
    record Stream(long length, Many<ByteBuffer> pieces, boolean mayBeOfRequest) implements Body {
        /** Such as the application has made. */
        Stream(long length, Many<ByteBuffer> pieces) {
            this(length, pieces, true);
        }

        @Override
        public Body withoutRequest() {
            return new Stream(length, pieces, false);
        }
    }

    /** Values that come, encoded one by one: the head waits for the first. */
    record Encoded(Many<ByteBuffer> pieces) implements Body {
        @Override
        public boolean mayFail() {
            return true;
        }

        @Override
        public boolean mayBeOfRequest() {
            return true;
        }
    }

    /** A part of a file, or all of it. */
    record File(Path path, @Nullable Object key, long from, long length) implements Body {
        @Override
        public Many<ByteBuffer> pieces() {
            return FilePieces.of(path, key, from, length);
        }

        @Override
        public Many<ByteBuffer> shown() {
            return FilePieces.left(pieces());
        }

        @Override
        public boolean mayFail() {
            return true;
        }

        /** The file, ready to be sent; blocks. */
        FileTransfer opened() throws IOException {
            return FileTransfer.open(path, key, from, length);
        }

        @Override
        public Body part(long first, long count) {
            return new File(path, key, from + first, count);
        }
    }

    /** Events that come. */
    record Events(Many<ServerSentEvent> content) implements Body {
        @Override
        public Many<ByteBuffer> pieces() {
            return content.map(event -> ByteBuffer.wrap(EventBytes.encode(event)));
        }

        @Override
        public boolean mayBeOfRequest() {
            return true;
        }
    }

    /** A body that is coded as it is sent. */
    record Coded(Body content, Coding coding) implements Body {
        @Override
        public boolean mayFail() {
            return content.mayFail();
        }

        @Override
        public boolean mayBeOfRequest() {
            return content.mayBeOfRequest();
        }

        @Override
        public Many<ByteBuffer> pieces() {
            throw new IllegalStateException("the response is coded already: its content can't be read or changed");
        }
    }

    /** One coding, and another of what comes of it. */
    record Twice(Coding first, Coding then) implements Coding {
        @Override
        public OutputStream open(OutputStream to) throws IOException {
            OutputStream outer = then.open(to);
            OutputStream inner = first.open(outer);
            return new OutputStream() {
                @Override
                public void write(int octet) throws IOException {
                    inner.write(octet);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    inner.write(bytes, offset, length);
                }

                @Override
                public void flush() throws IOException {
                    inner.flush();
                    outer.flush();
                }

                @Override
                public void close() throws IOException {
                    try (outer) {
                        inner.close();
                    }
                }
            };
        }

        @Override
        public long memory(long written) {
            return first.memory(written) + then.memory(written);
        }
    }

    /** A value, or a stream of them, to be encoded when it is known for which request. */
    record Valued(@Nullable Object one, @Nullable Many<?> many) implements Body {
        @Override
        public Many<ByteBuffer> pieces() {
            throw new IllegalStateException("the response has values that are not encoded yet: call encoded(request)");
        }
    }

    /** None: another protocol follows. */
    record Switch(Takeover takeover) implements Body {
        @Override
        public Many<ByteBuffer> pieces() {
            throw new IllegalStateException("another protocol follows: there is no body");
        }
    }
}
