package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.BytesContent;
import dev.weir.net.loop.OneReader;
import dev.weir.net.loop.Reader;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;

/** What a request carries. */
public interface Content {
    /** How many bytes it has, or -1 if only its end will tell. */
    long length();

    /**
     * It in pieces, once.
     *
     * @param reader who reads them
     */
    Many<ByteBuffer> pieces(Reader reader);

    /**
     * It as a whole, up to the limit.
     *
     * @param reader the name of who reads it, which is told whoever comes too late
     */
    One<byte[]> whole(String reader);

    /** Counts what is held of it. */
    BodyMemory memory();

    /** Lets one read a request's body. */
    static OneReader oneReader() {
        return new OneReader(
                new OneReader.Subject("the request's body", "it comes once, so keep what the first one makes of it"));
    }

    /**
     * What a filter made of another one.
     *
     * @param changed makes it for who reads it by that method
     * @param memory counts what is held of it
     */
    record Changed(Function<String, Many<ByteBuffer>> changed, BodyMemory memory) implements Content {
        /** Pieces of which nothing is known, for one reader. */
        public static Changed to(Many<ByteBuffer> pieces, BodyMemory memory) {
            Objects.requireNonNull(pieces, "the body is null");
            OneReader one = oneReader();
            return new Changed(method -> one.only(pieces, method), memory);
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public Many<ByteBuffer> pieces(Reader reader) {
            return changed.apply(reader.name());
        }

        @Override
        public One<byte[]> whole(String reader) {
            return memory.whole(changed.apply(reader), -1);
        }
    }

    /**
     * Bytes that are there, for one reader as if they came.
     *
     * @param memory counts what is held of them
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Given(byte[] bytes, BodyMemory memory, OneReader one) implements Content {
        public Given(byte[] bytes, BodyMemory memory) {
            this(Objects.requireNonNull(bytes, "the body is null"), memory, oneReader());
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Many<ByteBuffer> pieces(Reader reader) {
            return bytes.length == 0 ? Many.empty() : one.only(BytesContent.pieces(bytes), reader.name());
        }

        @Override
        public One<byte[]> whole(String reader) {
            return memory.whole(pieces(Reader.looking(reader)), length());
        }
    }
}
