package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.rsocket.LeasePolicy.Load;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeasePolicyTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration QUICK = Duration.ofMillis(10);
    private static final Duration SHORT = Duration.ofNanos(999_999);
    private static final Duration TARGET = Duration.ofMillis(100);

    private static LeasePolicy adaptive() {
        return LeasePolicy.adaptive(10, 100, TARGET, SECOND).ofConnection();
    }

    @Test
    void moreIsAllowedWhileAllIsAskedForAndAnsweredInTime() {
        LeasePolicy policy = adaptive();
        int allowed = 10;
        for (int wanted : new int[] {12, 15, 18, 22, 27, 33, 41, 51, 63, 78, 97, 100, 100}) {
            Lease lease = policy.next(new Load(0, allowed, QUICK));
            assertEquals(new Lease(SECOND.multipliedBy(2), wanted), lease);
            allowed = lease.requests();
        }
    }

    @Test
    void whoDoesNotAskForAllGetsNoMore() {
        LeasePolicy policy = adaptive();
        assertEquals(10, policy.next(new Load(0, 9, QUICK)).requests());
        assertEquals(10, policy.next(new Load(0, 0, null)).requests());
        assertEquals(10, policy.next(new Load(10, 10, null)).requests()); // none of which is answered
    }

    @Test
    void lessIsAllowedByAsMuchAsAnswersAreLate() {
        LeasePolicy policy = adaptive();
        for (int i = 0; i < 12; i++) {
            policy.next(new Load(0, 100, QUICK));
        }
        assertEquals(80, policy.next(new Load(9, 100, Duration.ofMillis(125))).requests());
        assertEquals(40, policy.next(new Load(9, 80, Duration.ofSeconds(9))).requests()); // by half at most
        assertEquals(20, policy.next(new Load(9, 40, Duration.ofSeconds(9))).requests());
        assertEquals(10, policy.next(new Load(9, 20, Duration.ofSeconds(9))).requests());
        assertEquals(10, policy.next(new Load(9, 10, Duration.ofSeconds(9))).requests());
    }

    @Test
    void connectionsDoNotShareWhatTheyFindOut() {
        LeasePolicy all = LeasePolicy.adaptive(10, 100, TARGET, SECOND);
        all.ofConnection().next(new Load(0, 10, QUICK));
        assertEquals(12, all.ofConnection().next(new Load(0, 10, QUICK)).requests());
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.adaptive(0, 1, TARGET, SECOND));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.adaptive(2, 1, TARGET, SECOND));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.adaptive(1, 2, Duration.ZERO, SECOND));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.adaptive(1, 2, TARGET, Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE / 2_000 + 1, Integer.MAX_VALUE, Long.MAX_VALUE})
    void timesThatFramesCanNotSayAreRefused(long seconds) {
        Duration time = Duration.ofSeconds(seconds);
        assertThrows(IllegalArgumentException.class, () -> new Lease(seconds < Integer.MAX_VALUE ? SHORT : time, 1));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.fixed(1, time));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.upTo(1, time));
        assertThrows(IllegalArgumentException.class, () -> LeasePolicy.adaptive(1, 2, TARGET, time));
    }
}
