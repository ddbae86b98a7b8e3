package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.loop.Takeover;
import java.nio.ByteBuffer;

/** What a response carries. */
sealed interface Body {
    /** How many bytes it has, or {@link #UNKNOWN}. */
    long length();

    long UNKNOWN = -1;

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] content) implements Body {
        static final Bytes NONE = new Bytes(new byte[0]);

        @Override
        public long length() {
            return content.length;
        }
    }

    /** Bytes that come. */
    record Stream(long length, Many<ByteBuffer> content) implements Body {}

    /** Events that come. */
    record Events(Many<ServerSentEvent> content) implements Body {
        @Override
        public long length() {
            return UNKNOWN;
        }
    }

    /** None: another protocol follows. */
    record Switch(Takeover takeover) implements Body {
        @Override
        public long length() {
            return UNKNOWN;
        }
    }
}
