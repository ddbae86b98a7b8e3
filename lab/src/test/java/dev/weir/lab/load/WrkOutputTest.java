package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WrkOutputTest {
    private static final String OUTPUT = """
        Running 2s test @ http://127.0.0.1:8080/
          1 threads and 100 connections
          60000 requests in 2.00s, 7.00MB read
        Requests/sec:  30000.00
        Transfer/sec:      3.50MB
        lab-summary 60000 7340032 2000000 1 2 3 4 5
        lab-latency 900 1
        lab-latency 1000 98
        lab-latency 20000 1
        """;

    @Test
    void readsWhatTheScriptPrints() {
        Load load = WrkOutput.parse(OUTPUT);
        assertEquals(59_996, load.requests());
        assertEquals(7_340_032, load.bytes());
        assertEquals(2, load.seconds());
        assertEquals(29_998, load.perSecond());
        assertEquals(15, load.errors());
        assertEquals(1, load.latencies().quantile(0.5));
        assertEquals(1, load.latencies().quantile(0.99));
        assertEquals(20, load.latencies().quantile(1));
    }

    @Test
    void tellsWhatWrkSaidInstead() {
        String said = "unable to connect to 127.0.0.1:1 Connection refused\n";
        Exception failure = assertThrows(IllegalStateException.class, () -> WrkOutput.parse(said));
        assertTrue(failure.getMessage().contains(said), failure.getMessage());
    }

    @Test
    void refusesALineOfAnotherScript() {
        Exception failure = assertThrows(IllegalStateException.class, () -> WrkOutput.parse("lab-summary 1 2\n"));
        assertEquals("wrk printed 2 numbers instead of 8: lab-summary 1 2", failure.getMessage());
    }

    @Test
    void sharesConnectionsAmongServers() {
        assertEquals(4, Wrk.share(10, 3, 0));
        assertEquals(3, Wrk.share(10, 3, 1));
        assertEquals(3, Wrk.share(10, 3, 2));
    }
}
