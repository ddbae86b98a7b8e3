package dev.weir.net.websocket;

import java.security.SecureRandom;
import java.util.Arrays;

/** Keys that nobody can foresee, so that no page can choose what goes over the wire (RFC 6455 section 10.3). */
final class Masks {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY = 4;
    private static final int BLOCK = 64 * KEY;

    private byte[] block = {};
    private int used;

    byte[] next() {
        if (used == block.length) {
            block = random(BLOCK);
            used = 0;
        }
        used += KEY;
        return Arrays.copyOfRange(block, used - KEY, used);
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
