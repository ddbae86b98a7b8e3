package dev.weir.net.http.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.net.Memory;
import dev.weir.net.loop.Held;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a body that is decoded takes of memory outside the JVM, above all for what its coding may look back at. */
public class DecodingMemoryTest {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final Decoding.Bounds NONE = new Decoding.Bounds(Long.MAX_VALUE, 1 << 30, Long.MAX_VALUE);

    /** So much, of which nothing can be left out but by looking back, and its end has not come. */
    public static byte[] begun(String coding, int length) throws Exception {
        byte[] unit = new byte[4 * KIB];
        new Random(5).nextBytes(unit);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStream out = encoder(coding, bytes);
        for (int i = 0; i < length; i += unit.length) {
            out.write(unit);
        }
        out.flush();
        return bytes.toByteArray();
    }

    private static OutputStream encoder(String coding, OutputStream out) throws Exception {
        Brotli4jLoader.ensureAvailability();
        return switch (coding) {
            case "gzip" -> new GZIPOutputStream(out, true);
            case "deflate" -> new DeflaterOutputStream(out, true);
            case "br" -> new BrotliOutputStream(out);
            default -> new ZstdOutputStream(out);
        };
    }

    private static void read(Decoding decoding, byte[] coded) {
        read(decoding, ByteBuffer.wrap(coded));
    }

    private static void read(Decoding decoding, ByteBuffer coded) {
        decoding.add(coded);
        while (decoding.next() != null) {
            // it is taken
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,    4096, 48,   80",
        "deflate, 4096, 48,   80",
        "br,      4096, 4096, 4352",
        "zstd,    4096, 4096, 4352",
        "br,     32768, 16384, 16640",
        "zstd,   32768, 8192, 8448",
        "zstd,       4, 16,   256"
    })
    void isCountedUntilItIsClosed(String coding, int madeKib, int leastKib, int mostKib) throws Exception {
        Held held = Held.ofServer(64 * MIB);
        try (Decoding decoding = Decoding.of(coding, NONE, held)) {
            assertEquals(0, held.bytes());
            read(decoding, begun(coding, madeKib * KIB));
            assertTrue(held.bytes() >= leastKib * (long) KIB, held.bytes() + " bytes");
            assertTrue(held.bytes() <= mostKib * (long) KIB, held.bytes() + " bytes");
        }
        assertEquals(0, held.bytes());
    }

    /** The body may go on after hours. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "zstd"})
    void noPieceIsKeptOnceItIsDecoded(String coding) throws Exception {
        Held held = Held.ofServer(64 * MIB);
        try (Decoding decoding = Decoding.of(coding, NONE, held)) {
            Memory before = Memory.now();
            read(decoding, spread(begun(coding, 4 * KIB)));
            Memory.assertHeld(0, before);
        }
    }

    /** A piece that is a small part of a large array. */
    private static ByteBuffer spread(byte[] coded) {
        return ByteBuffer.wrap(Arrays.copyOf(coded, 8 * MIB), 0, coded.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "zstd"})
    void mayBeClosedWhileAnotherThreadIsInIt(String coding) throws Exception {
        byte[] coded = begun(coding, 256 * KIB);
        for (int i = 0; i < 200; i++) {
            Held held = Held.ofServer(64 * MIB);
            Decoding decoding = Decoding.of(coding, NONE, held);
            FutureTask<?> reading = new FutureTask<>(() -> read(decoding, coded), null);
            Thread.ofPlatform().start(reading);
            while (held.bytes() == 0 && !reading.isDone()) {
                Thread.onSpinWait();
            }
            decoding.close();
            reading.get(120, TimeUnit.SECONDS);
            assertEquals(0, held.bytes());
        }
    }

    @ParameterizedTest
    @CsvSource({"gzip, 32", "deflate, 32", "br, 1024", "zstd, 1024"})
    void mayHaveNoRoom(String coding, int roomKib) throws Exception {
        Held held = Held.ofServer(roomKib * (long) KIB);
        byte[] coded = begun(coding, 4 * MIB);
        try (Decoding decoding = Decoding.of(coding, NONE, held)) {
            Undecodable refused = assertThrows(Undecodable.class, () -> read(decoding, coded));
            assertEquals(Undecodable.Cause.MEMORY, refused.why());
            assertTrue(held.bytes() <= roomKib * (long) KIB, held.bytes() + " bytes");
        }
        assertEquals(0, held.bytes());
    }
}
