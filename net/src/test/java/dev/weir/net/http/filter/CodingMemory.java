package dev.weir.net.http.filter;

import dev.weir.net.http.Coding;
import dev.weir.net.http.content.Decoding;
import dev.weir.net.http.content.DecodingMemoryTest;
import dev.weir.net.http.wire.Weighted;
import dev.weir.net.loop.Held;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * A program that keeps codings open, and prints how many KiB are counted for them and by how many the process grew. Its heap
 * has been touched as a whole before, so that what grows is not the heap.
 */
final class CodingMemory {
    private static final int KIB = 1024;
    private static final int AT_ONCE = 16 * KIB;
    private static final Decoding.Bounds NONE = new Decoding.Bounds(Long.MAX_VALUE, 1 << 30, Long.MAX_VALUE);

    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    private CodingMemory() {}

    /** The coding, whether it is undone, how many KiB each has of plain bytes, and how many there are. */
    public static void main(String[] args) throws Exception {
        boolean undone = Boolean.parseBoolean(args[1]);
        int size = Integer.parseInt(args[2]) * KIB;
        int count = Integer.parseInt(args[3]);
        byte[] bytes = undone ? DecodingMemoryTest.begun(args[0], size) : new byte[size];
        if (!undone) {
            new Random(3).nextBytes(bytes);
        }
        long before = 0;
        long counted = 0;
        for (int i = -1; i < count; i++) { // the first loads what all need
            before = i == 0 ? resident() : before;
            long held = undone ? decode(args[0], bytes) : encode(args[0], bytes);
            counted += i < 0 ? 0 : held;
        }
        System.out.println(counted / KIB + " " + (resident() - before) + " " + OPEN.size());
    }

    private static long decode(String coding, byte[] coded) {
        Held held = Held.ofServer(Long.MAX_VALUE);
        Decoding decoding = Decoding.of(coding, NONE, held);
        OPEN.add(decoding);
        decoding.add(ByteBuffer.wrap(coded));
        while (decoding.next() != null) {
            // it is taken
        }
        return held.bytes();
    }

    private static long encode(String name, byte[] plain) throws IOException {
        Coding coding = Objects.requireNonNull(Codings.best(Weighted.parse(List.of(name))))
                .coding();
        OutputStream out = coding.open(OutputStream.nullOutputStream());
        OPEN.add(out);
        for (int i = 0; i < plain.length; i += AT_ONCE) {
            out.write(plain, i, Math.min(AT_ONCE, plain.length - i));
        }
        out.flush();
        return coding.memory(plain.length);
    }

    private static long resident() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
