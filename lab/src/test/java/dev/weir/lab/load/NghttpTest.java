package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class NghttpTest {
    private static final String PRINTED = """
        [  0.000] Connected
        [  0.001] send HEADERS frame <length=39, flags=0x25, stream_id=13>
                  :path: /
                  accept-encoding: gzip, deflate
        [  0.002] recv (stream_id=13) :status: 200
        [  0.002] recv (stream_id=13) date: Tue, 24 Nov 2026 11:07:42 GMT
        [  0.002] recv (stream_id=13) content-length: 2
        [  0.002] recv HEADERS frame <length=91, flags=0x04, stream_id=13>
                  ; First response header
        """;

    @Test
    void readsTheStatusAndTheFields() throws IOException {
        assertEquals(
                "HTTP/2 200\r\ndate: Tue, 24 Nov 2026 11:07:42 GMT\r\ncontent-length: 2\r\n\r\n", Nghttp.head(PRINTED));
    }

    @Test
    void noAnswerIsNone() {
        String refused = "[ERROR] Could not connect to the address 127.0.0.1\n";
        Exception failure = assertThrows(IOException.class, () -> Nghttp.head(refused));
        assertTrue(failure.getMessage().contains(refused), failure.getMessage());
    }
}
