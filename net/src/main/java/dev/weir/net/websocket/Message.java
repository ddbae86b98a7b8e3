package dev.weir.net.websocket;

import dev.weir.net.http.wire.Chars;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** What a WebSocket carries. */
public sealed interface Message {
    /** A message of text; characters that UTF-8 can't carry (lone surrogates) are sent as question marks. */
    record Text(String text) implements Message {
        private static final int SHOWN = 64;

        public Text {
            Objects.requireNonNull(text, "text");
        }

        /** The beginning of the text, for logs. */
        @Override
        public String toString() {
            boolean whole = text.length() <= SHOWN;
            String shown = Chars.inOneLine(whole ? text : text.substring(0, SHOWN));
            return "Text[\"" + shown + (whole ? "\"]" : "\" and " + (text.length() - SHOWN) + " characters more]");
        }
    }

    /** A message of bytes, which must not be changed any more. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content
    record Binary(byte[] bytes) implements Message {
        private static final int SHOWN = 32;

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

        /** The beginning of the bytes, in hexadecimal. */
        @Override
        public String toString() {
            int shown = Math.min(bytes.length, SHOWN);
            String hex = HexFormat.of().formatHex(bytes, 0, shown);
            return "Binary[" + hex + (bytes.length == shown ? "]" : " and " + (bytes.length - shown) + " bytes more]");
        }
    }

    static Message text(String text) {
        return new Text(text);
    }

    static Message binary(byte[] bytes) {
        return new Binary(bytes);
    }
}
