package dev.weir.net.http.client;

import static dev.weir.net.Memory.assertHeld;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a server makes the client hold of a response that nobody reads, by measure. */
@ExtendWith(NoLeaks.class)
class Http2MemoryTest {
    private static final int WINDOW = 256 * 1024;

    /** As an object for each frame it was 80 times as much. */
    @Test
    void singleBytesCostWhatTheWindowSaysAndAreThereWhenTheyAreRead() {
        byte[] frames = new byte[WINDOW * 10];
        try (TestClient test = TestClient.start(HttpClientBuilder::http2PriorKnowledge)) {
            var response = begin(test.get("/").send());
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = server.await(RawHttp2.HEADERS).stream();
                byte[] one = RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[] {'x'});
                for (int i = 0; i < WINDOW; i++) {
                    System.arraycopy(one, 0, frames, i * one.length, one.length);
                }
                server.roundTrip();
                Memory before = Memory.now();
                server.headers(stream, false, ":status", "200").offer(frames);
                server.roundTrip();
                assertHeld(2 * WINDOW, before);

                server.frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, new byte[0])
                        .roundTrip();
                byte[] whole = value(begin(value(response).bytes()));
                byte[] expected = new byte[WINDOW];
                Arrays.fill(expected, (byte) 'x');
                assertEquals(-1, Arrays.mismatch(expected, whole));
            }
        }
    }
}
