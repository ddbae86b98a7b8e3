package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.loop.Trace;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;

/** Looks at a body piece by piece, and counts its bytes. */
public final class Looking {
    private final Consumer<? super ByteBuffer> look;
    private long bytes;

    private Looking(Consumer<? super ByteBuffer> look) {
        this.look = look;
    }

    /** Gives the number of bytes. */
    public static One<Long> at(Many<ByteBuffer> pieces, Consumer<? super ByteBuffer> look) {
        Objects.requireNonNull(look, "look");
        return pieces.reduce(() -> new Looking(look), Looking::add)
                .map(looking -> looking.bytes)
                .doOnError(Trace::cut);
    }

    private Looking add(ByteBuffer piece) {
        bytes += piece.remaining();
        look.accept(piece);
        return this;
    }
}
