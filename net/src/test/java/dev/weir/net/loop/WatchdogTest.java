package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    @Test
    void pausesBetweenTwoLooksHoweverShortTheLimitIs() {
        assertEquals(Duration.ofMillis(250), Watchdog.period(Duration.ofSeconds(1)));
        assertEquals(Duration.ofMillis(10), Watchdog.period(Duration.ofMillis(1)));
        assertEquals(Duration.ofMillis(10), Watchdog.period(Duration.ofNanos(1)));
    }

    @Test
    void looksAgainAfterAFailure() throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(3);
        Cancellable dog = Watchdog.watch(Duration.ofMillis(1), () -> {
            looks.countDown();
            throw new IllegalStateException("test");
        });
        try {
            assertTrue(looks.await(1, TimeUnit.MINUTES));
        } finally {
            dog.cancel();
        }
    }
}
