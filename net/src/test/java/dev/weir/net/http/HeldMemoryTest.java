package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What one connection makes the server hold, by measure, against what is documented. */
@ExtendWith(NoLeaks.class)
class HeldMemoryTest {
    private static final int KIB = 1024;

    /** What is no one's in particular: classes that are loaded, pools that grow by whole chunks, the test's own side. */
    private static final int BESIDES = 3 * 1024 * KIB;

    private static final int UNKNOWN = 0xbb;

    private static byte[] repeat(byte[] frames, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(frames);
        }
        return all.toByteArray();
    }

    private static void assertHeld(long most, Memory before) {
        Memory held = Memory.now().since(before);
        assertTrue(held.total() <= most + BESIDES, held + ", not " + most / KIB + " KiB");
    }

    private static byte[] oneByte(int stream) {
        return RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[1]);
    }

    /** As an object for each frame it was 80 times as much. */
    @Test
    void dataInSingleBytesCostsWhatTheWindowSays() {
        int window = 64 * KIB;
        int streams = 8;
        try (TestServer server = TestServer.start(request -> One.never(), builder -> builder.streamWindow(window));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                int stream = 1 + 2 * i;
                client.request(stream, "POST", "/", false);
                client.offer(repeat(oneByte(stream), window));
            }
            client.roundTrip();
            assertHeld(2L * streams * window, before);
        }
    }

    /** As a part of what the socket was read into, it kept all of that. */
    @Test
    void aByteOfDataHoldsNoMoreOfWhatItCameWith() {
        int pieces = 200;
        try (TestServer server = TestServer.start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false).roundTrip();
            Memory before = Memory.now();
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            one.writeBytes(oneByte(1));
            one.writeBytes(repeat(RawHttp2.bytes(UNKNOWN, 0, 0, new byte[16 * KIB - 9]), 4));
            client.offer(repeat(one.toByteArray(), pieces));
            client.roundTrip();
            assertHeld(16 * KIB, before);
        }
    }

    /** It was eight times the piece of a file, whatever the client took. */
    @Test
    void aFileThatIsNotTakenCostsWhatWaitsAndABatch(@TempDir Path directory) throws IOException {
        int streams = 40;
        Path file = Files.write(directory.resolve("file"), new byte[2 * 1024 * KIB]);
        try (TestServer server = TestServer.start(request -> Response.file(file));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.roundTrip();
            server.roundTrip();
            assertHeld(streams * 128L * KIB, before);
        }
    }
}
