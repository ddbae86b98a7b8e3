package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void aDurationIsSaidAsPeopleSayIt() {
        assertEquals("100 ms", Names.of(Duration.ofMillis(100)));
        assertEquals("1500 ms", Names.of(Duration.ofMillis(1_500)));
        assertEquals("2 s", Names.of(Duration.ofSeconds(2)));
        assertEquals("10 s", Names.of(Duration.ofSeconds(10)));
        assertEquals("3600 s", Names.of(Duration.ofHours(1)));
        assertEquals("1000 ns", Names.of(Duration.ofNanos(1_000)));
    }
}
