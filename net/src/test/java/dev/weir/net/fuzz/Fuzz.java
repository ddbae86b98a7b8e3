package dev.weir.net.fuzz;

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
final class Fuzz {
    private static final byte[] TELLING = {0, 1, '\t', '\n', '\r', ' ', '"', ',', '0', ':', ';', '=', 0x7f, -128, -1};
    private static final int MOST_MOVED = 40;

    private Fuzz() {}

    interface Case {
        void run(Random random) throws Exception;
    }

    static void run(int seeds, Case one) {
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

    static boolean chance(Random random, int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    @SafeVarargs
    static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The bytes as they would be written in a program. */
    static String visible(byte[] bytes) {
        StringBuilder text = new StringBuilder("\"");
        for (byte next : bytes) {
            char c = (char) (next & 0xff);
            text.append(
                    c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : c == '"' || c == '\\' ? "\\" + c : "" + c);
        }
        return text.append('"').toString();
    }

    static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Does what noise and mischief do to bytes, between one and four times. */
    static byte[] mutated(Random random, byte[] bytes, String... phrases) {
        byte[] changed = bytes;
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            changed = changed.length == 0 ? latin1(any(random, phrases)) : once(random, changed, phrases);
        }
        return changed;
    }

    private static byte[] once(Random random, byte[] bytes, String... phrases) {
        int at = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(MOST_MOVED));
        byte[] piece = Arrays.copyOfRange(bytes, at, to);
        return switch (random.nextInt(7)) {
            case 0 -> replaced(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(8))));
            case 1 -> replaced(bytes, at, TELLING[random.nextInt(TELLING.length)]);
            case 2 -> spliced(bytes, at, to, new byte[0]);
            case 3 -> spliced(bytes, to, to, piece);
            case 4 -> spliced(bytes, at, at, latin1(any(random, phrases)));
            case 5 -> spliced(bytes, at, Math.min(bytes.length, at + 2), latin1(any(random, phrases)));
            default -> chance(random, 3) ? Arrays.copyOf(bytes, at) : spliced(bytes, 0, 0, piece);
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
    static List<byte[]> pieces(Random random, byte[] bytes) {
        List<byte[]> pieces = new ArrayList<>();
        int longest = chance(random, 20) && bytes.length < 600 ? 1 : 1 + bytes.length / 3;
        for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + 1 + random.nextInt(longest));
            pieces.add(Arrays.copyOfRange(bytes, at, to));
            at = to;
        }
        return pieces;
    }
}
