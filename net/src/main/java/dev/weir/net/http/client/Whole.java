package dev.weir.net.http.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Gathers a body up to a limit. */
final class Whole {
    private final int most;
    private final ByteArrayOutputStream sum = new ByteArrayOutputStream();
    private boolean tooLarge;

    Whole(int most) {
        this.most = most;
    }

    /** False if there is more than may be. */
    boolean add(ByteBuffer piece) {
        tooLarge = sum.size() + (long) piece.remaining() > most;
        if (!tooLarge) {
            sum.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        }
        return !tooLarge;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    byte[] bytes() {
        return sum.toByteArray();
    }

    @Override
    public String toString() {
        return most + " bytes";
    }
}
