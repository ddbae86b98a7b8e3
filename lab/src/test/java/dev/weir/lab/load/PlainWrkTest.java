package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlainWrkTest {
    private static final String OUTPUT = """
        Running 2s test @ http://127.0.0.1:8080/
          1 threads and 64 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency   631.54us    1.05ms  33.62ms   98.02%
          60000 requests in 2.10s, 7.00MB read
        Requests/sec:  30000.00
        Transfer/sec:      3.50MB
        """;
    private static final String ERRORS = """
          Socket errors: connect 1, read 2, write 3, timeout 4
          Non-2xx or 3xx responses: 5
        """;

    @Test
    void readsWhatWrkPrints() {
        Load load = PlainWrk.parse(OUTPUT);
        assertEquals(60_000, load.requests());
        assertEquals(7 << 20, load.bytes());
        assertEquals(2.1, load.seconds());
        assertEquals(0, load.errors());
        assertEquals(59_995, PlainWrk.parse(OUTPUT + ERRORS.indent(2)).requests());
        assertEquals(15, PlainWrk.parse(OUTPUT + ERRORS.indent(2)).errors());
        assertEquals(512, PlainWrk.parse(OUTPUT.replace("7.00MB", "512.00B")).bytes());
    }

    @Test
    void tellsWhatWrkSaidInstead() {
        Exception failure = assertThrows(IllegalStateException.class, () -> PlainWrk.parse("unable to connect"));
        assertTrue(failure.getMessage().contains("unable to connect"), failure.getMessage());
    }
}
