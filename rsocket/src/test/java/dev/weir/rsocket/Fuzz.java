package dev.weir.rsocket;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Runs a case for one seed after the other, and names the seed that fails. {@code -Dfuzz.seeds=100000} tries more of
 * them, {@code -Dfuzz.first=N} begins elsewhere.
 */
public final class Fuzz {
    private static final byte[] TELLING = {0, 1, 2, 4, 5, 0x0a, 0x20, 0x3f, 0x40, 0x7c, 0x7e, 0x7f, -128, -2, -1};
    private static final int MOST_MOVED = 40;

    private Fuzz() {}

    /** What is tried. */
    public interface Case {
        void run(Random random) throws Exception;
    }

    public static void run(int seeds, Case one) {
        long first = Long.getLong("fuzz.first", 1);
        long end = first + Long.getLong("fuzz.seeds", seeds);
        for (long seed = first; seed < end; seed++) {
            try {
                one.run(new Random(seed * 0x9E3779B97F4A7C15L));
            } catch (Throwable failure) {
                throw new AssertionError(
                        "again with -Dfuzz.first=" + seed + " -Dfuzz.seeds=1: " + failure.getMessage(), failure);
            }
        }
    }

    public static boolean chance(Random random, int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    @SafeVarargs
    public static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    public static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A text that has its share of what is longer in UTF-8. */
    public static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(any(random, "a", "/", " ", "é", "€", "\0", "𝕏", "z"));
        }
        return text.toString();
    }

    /** Does what noise and mischief do to bytes, between one and four times. */
    public static byte[] mutated(Random random, byte[] bytes) {
        byte[] changed = bytes;
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            changed = changed.length == 0 ? random(random, 1 + random.nextInt(4)) : once(random, changed);
        }
        return changed;
    }

    private static byte[] once(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(MOST_MOVED));
        return switch (random.nextInt(6)) {
            case 0 -> replaced(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(8))));
            case 1 -> replaced(bytes, at, TELLING[random.nextInt(TELLING.length)]);
            case 2 -> spliced(bytes, at, to, new byte[0]);
            case 3 -> spliced(bytes, to, to, Arrays.copyOfRange(bytes, at, to));
            case 4 -> spliced(bytes, at, at, random(random, 1 + random.nextInt(4)));
            default -> Arrays.copyOf(bytes, at);
        };
    }

    private static byte[] replaced(byte[] bytes, int at, byte value) {
        byte[] copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(bytes, 0, from);
        whole.writeBytes(inserted);
        whole.write(bytes, to, bytes.length - to);
        return whole.toByteArray();
    }

    /** Cuts bytes into pieces: at a few places, or at each byte. */
    public static List<byte[]> pieces(Random random, byte[] bytes) {
        List<byte[]> pieces = new ArrayList<>();
        int longest = chance(random, 20) && bytes.length < 600 ? 1 : 1 + bytes.length / 3;
        for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + 1 + random.nextInt(longest));
            pieces.add(Arrays.copyOfRange(bytes, at, to));
            at = to;
        }
        return pieces;
    }

    /** The bytes of a text of ASCII. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
