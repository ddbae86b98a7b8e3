package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ToldTest {
    @Test
    void anyDurationCanBeTold() {
        assertEquals("5 s", Told.duration(Duration.ofSeconds(5)));
        assertEquals("1500 ms", Told.duration(Duration.ofMillis(1500)));
        assertEquals("0 s", Told.duration(Duration.ZERO));
        assertEquals("86400 s", Told.duration(Duration.ofDays(1)));
        assertEquals("100000 s", Told.duration(Duration.ofSeconds(100_000, 500_000_000)));
        assertEquals("9223372036854775807 s", Told.duration(Duration.ofSeconds(Long.MAX_VALUE)));
        assertEquals("9223372036854775807 s", Told.duration(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
    }
}
