package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    @Test
    void pausesBetweenTwoLooksHoweverShortTheLimitIs() {
        assertEquals(Duration.ofMillis(250), Watchdog.period(Duration.ofSeconds(1)));
        assertEquals(Duration.ofMillis(10), Watchdog.period(Duration.ofMillis(1)));
        assertEquals(Duration.ofMillis(10), Watchdog.period(Duration.ofNanos(1)));
    }
}
