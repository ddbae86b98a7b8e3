package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** As where there are no threads or there is no memory for a moment. */
class TimerlessLinkTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));
    private static final Resumption MINUTE = new Resumption(Duration.ofMinutes(1), 100, Duration.ofSeconds(10));
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));

    private final Diary diary = new Diary();
    private int timers;
    private int dials;

    /** Has so many timers, and no more. */
    private final class Poor extends FakeLink {
        @Override
        public Clock clock() {
            VirtualTime all = time;
            return new Clock() {
                @Override
                public long nanoTime() {
                    return all.nanoTime();
                }

                @Override
                public Cancellable schedule(Runnable task, Duration delay) {
                    if (timers-- <= 0) {
                        throw new IllegalStateException("unable to create native thread");
                    }
                    return all.schedule(task, delay);
                }
            };
        }
    }

    private FakeLink cut(int with, One<?> dialed) {
        FakeLink link = new Poor();
        Redialing.Redial redial = speaker -> {
            dials++;
            return dialed;
        };
        Link lasting = Redialing.lasting(link, MINUTE, redial, _ -> {});
        link.speaks(
                Session.client(lasting, LIMITS, null, SETUP, opened -> diary).speaker());
        timers = with;
        link.gone();
        return link;
    }

    private void assertClosed(FakeLink link, String why) {
        assertEquals(
                "closed dev.weir.rsocket.RSocketException$ConnectionError: the connection was cut, and " + why,
                diary.take());
        assertEquals(0, link.holds);
    }

    @Test
    void whatCannotBeDialedAgainEnds() {
        assertClosed(cut(1, One.never()), "can't be made anew");
        FakeLink link = cut(2, One.fail(() -> new IllegalStateException("refused")));
        assertEquals("", diary.take());
        link.time.advance(Duration.ofSeconds(1));
        assertEquals(1, dials);
        assertClosed(link, "can't be made anew");
    }

    @Test
    void whatCannotBeWaitedForEnds() {
        assertClosed(cut(0, One.never()), "can't be waited for");
        assertEquals(0, dials);
    }
}
