package dev.weir.net.http.client.call;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.net.http.content.BytesContent;
import dev.weir.net.http.content.FilePieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a request carries. */
public sealed interface Payload {
    long UNKNOWN = -1;

    /** How many bytes it has, or {@link #UNKNOWN}. */
    long length();

    /** It in pieces. */
    Many<ByteBuffer> pieces();

    /** Whether it is certain to be the same each time that it is sent, or to be noticed if it is not. */
    default boolean isRepeatable() {
        return true;
    }

    /**
     * It as that of a method.
     *
     * @throws IllegalArgumentException if that has none (RFC 9110 section 9.3.8)
     */
    default Payload of(String method) {
        if (method.equals("TRACE") && length() != 0) {
            throw new IllegalArgumentException("a request with TRACE has no body");
        }
        return this;
    }

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] bytes) implements Payload {
        public static final Bytes NONE = new Bytes(new byte[0]);

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            return BytesContent.pieces(bytes);
        }
    }

    /** Bytes that come. */
    record Stream(long length, Many<ByteBuffer> pieces, boolean isRepeatable) implements Payload {
        /** Of somebody else's, which may come once only. */
        public Stream(long length, Many<ByteBuffer> pieces) {
            this(length, pieces, false);
        }

        Stream seeing(Context context) {
            return new Stream(length, pieces.withContext(sent -> context.withClock(sent.clock())), isRepeatable);
        }
    }

    /** A file, to be {@link #measured} each time before it is sent. */
    record File(Path path) implements Payload {
        @Override
        public long length() {
            return UNKNOWN;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            throw new IllegalStateException("the file is not measured yet");
        }

        /** It as it is now, to be read as it is sent; this blocks. */
        public Stream measured() throws IOException {
            try {
                long length = Files.size(path);
                if (!Files.isRegularFile(path)) {
                    throw new IOException("it is no file");
                }
                return new Stream(length, FilePieces.of(path, null, 0, length), true);
            } catch (NoSuchFileException missing) {
                throw unsendable("there is no such file", missing);
            } catch (IOException failure) {
                throw unsendable(failure.getMessage(), failure);
            }
        }

        private IOException unsendable(@Nullable String why, IOException cause) {
            return new IOException("can't send " + path + ": " + why, cause);
        }
    }
}
