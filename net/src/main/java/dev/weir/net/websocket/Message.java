package dev.weir.net.websocket;

import java.util.Arrays;
import java.util.Objects;

/** What a WebSocket carries. */
public sealed interface Message {
    /** A message of text; characters that UTF-8 can't carry (lone surrogates) are sent as question marks. */
    record Text(String text) implements Message {
        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return "Text[" + text.length() + " characters]";
        }
    }

    /** A message of bytes, which must not be changed any more. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content
    record Binary(byte[] bytes) implements Message {
        public Binary {
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Binary binary && Arrays.equals(bytes, binary.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Binary[" + bytes.length + " bytes]";
        }
    }

    static Message text(String text) {
        return new Text(text);
    }

    static Message binary(byte[] bytes) {
        return new Binary(bytes);
    }
}
