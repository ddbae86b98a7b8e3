package dev.weir.net.dial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.testkit.VirtualTime;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Looking up hosts. */
class AddressesTest {
    private final VirtualTime time = new VirtualTime();

    private static List<InetAddress> addresses(String... literals) {
        return Arrays.stream(literals).map(InetAddress::ofLiteral).toList();
    }

    @Test
    void theFamiliesTakeTurns() {
        assertEquals(
                addresses("::1", "1.1.1.1", "::2", "2.2.2.2", "::3"),
                Addresses.interleave(addresses("::1", "::2", "::3", "1.1.1.1", "2.2.2.2")));
        assertEquals(
                addresses("1.1.1.1", "::1", "2.2.2.2"), Addresses.interleave(addresses("1.1.1.1", "2.2.2.2", "::1")));
    }

    @Test
    void whatWasFoundIsKeptForHalfAMinute() {
        AtomicInteger asked = new AtomicInteger();
        Addresses known = new Addresses(
                host -> {
                    asked.incrementAndGet();
                    return One.of(addresses("127.0.0.1"));
                },
                time);
        for (int i = 0; i < 4; i++) {
            assertEquals(addresses("127.0.0.1"), known.of("a.test").await());
            time.advance(Duration.ofSeconds(14));
        }
        assertEquals(2, asked.get());
        assertEquals(addresses("::1"), known.of("::1").await());
        assertEquals(2, asked.get());
    }
}
