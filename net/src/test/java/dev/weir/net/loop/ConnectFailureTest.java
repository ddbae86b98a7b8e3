package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

/** What users read of a connection that can't be made. */
class ConnectFailureTest {
    @Test
    void theOperatingSystemsReasonIsSaidPlainly() {
        String[] refused = {
            "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:1",
            "connect(..) failed with error(-111): Connection refused",
            "Connection refused: localhost/127.0.0.1:1"
        };
        for (String message : refused) {
            assertEquals("connection refused", ConnectFailure.text(new ConnectException(message)));
        }
        assertEquals(
                "no route to host",
                ConnectFailure.text(
                        new IOException("finishConnect(..) failed with error(-113): No route to host: /1.2.3.4:5")));
        assertEquals(
                "too many open files: this process has as many as it may have (ulimit -n)",
                ConnectFailure.text(new IllegalStateException(new IOException("socket(..): Too many open files"))));
        assertEquals("something else", ConnectFailure.text(new IOException("something else")));
        assertEquals("java.io.IOException", ConnectFailure.text(new IOException()));
        assertEquals("java.lang.IllegalStateException: odd", ConnectFailure.text(new IllegalStateException("odd")));
    }
}
