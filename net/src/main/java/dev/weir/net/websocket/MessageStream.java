package dev.weir.net.websocket;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A message in pieces, which need not be there as a whole: see {@link WebSocket#streams} and {@link WebSocket#send}. */
public sealed interface MessageStream {
    /** A message of text. Pieces end where they like: of a character outside of the basic plane, one may have half. */
    @CheckReturnValue
    record Text(Many<String> pieces) implements MessageStream {
        public Text {
            Objects.requireNonNull(pieces, "pieces");
        }
    }

    /** A message of bytes, in pieces of any size. */
    @CheckReturnValue
    record Binary(Many<ByteBuffer> pieces) implements MessageStream {
        public Binary {
            Objects.requireNonNull(pieces, "pieces");
        }
    }

    static MessageStream text(Many<String> pieces) {
        return new Text(pieces);
    }

    static MessageStream binary(Many<ByteBuffer> pieces) {
        return new Binary(pieces);
    }
}
