package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class H2LoadOutputTest {
    private static final String OUTPUT = """
        starting benchmark...
        Main benchmark duration is over for thread #0. Stopping all clients.

        finished in 2.00s, 463632.00 req/s, 13.27MB/s
        requests: 1000 total, 1320 started, 1000 done, 980 succeeded, 20 failed, 3 errored, 4 timeout
        status codes: 970 2xx, 10 3xx, 0 4xx, 20 5xx
        traffic: 26.53MB (27819430) total, 8.84MB (9273910) headers (space savings 94.25%), 1.77MB (1854528) data
        """;

    private static Load parse(String output) {
        Stream<String> log = Stream.of("1795518455994259\t200\t522", "1795518455994260\t200\t1500", "1\t503\t9000");
        return H2LoadOutput.parse(output, log);
    }

    @Test
    void readsWhatIsPrintedAndLogged() {
        Load load = parse(OUTPUT);
        assertEquals(980, load.requests());
        assertEquals(27_819_430, load.bytes());
        assertEquals(490, load.perSecond());
        assertEquals(20, load.errors());
        assertEquals(0.522, load.latencies().quantile(0.5));
        assertEquals(1.5, load.latencies().quantile(1));
        assertEquals(0.15, parse(OUTPUT.replace("2.00s", "150.00ms")).seconds());
    }

    @Test
    void tellsWhatWasSaidInstead() {
        Exception failure = assertThrows(IllegalStateException.class, () -> parse("no way"));
        assertTrue(failure.getMessage().contains("no way"), failure.getMessage());
    }
}
