package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.StoppedClock;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ThrottleFirstTest {
    private static final Duration TICKS = Duration.ofMillis(30);

    @Test
    void laws() {
        OperatorLaws.of(many -> many.through(Operators.throttleFirst(TICKS)))
                .itemsDependOnDemand()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.throttleFirst(Duration.ofNanos(1))));
    }

    @Test
    void emitsTheFirstAndNoneForSomeTime() {
        assertMarble("abcdef---g|", many -> many.through(Operators.throttleFirst(TICKS)), "a--d-----g|");
    }

    /** Most of them come while a timer runs, none of which is at the end of a pause: what comes right then is the first. */
    @Test
    void ofVeryManyToo() {
        VirtualTime time = new VirtualTime();
        TestPublisher<Integer> source = TestPublisher.create();
        for (int millis = 0; millis < 100; millis++) {
            int now = millis;
            time.schedule(() -> Collections.nCopies(100, now).forEach(source::next), Duration.ofMillis(millis));
        }
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.throttleFirst(TICKS)), time);
        time.advance(Duration.ofMillis(1));
        assertEquals(99, time.pending(), "98 times items, and a timer");
        time.advance(Duration.ofMillis(98));
        probe.assertItems(0, 30, 60, 90);
        assertEquals(1, time.timers(), "one of it, of a pause that is not over");
        source.complete();
        probe.assertCompleted();
        time.assertNoTimers();
    }

    @Test
    void aTimerThatIsLateMakesNoPauseLonger() {
        AtomicLong now = new AtomicLong();
        Clock late = new Clock() {
            @Override
            public long nanoTime() {
                return now.get();
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                return () -> {};
            }
        };
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(
                source.many().through(Operators.throttleFirst(TICKS)),
                Context.empty().withClock(late));
        IntStream.range(0, 17).forEach(source::next);
        now.addAndGet(2 * TICKS.toNanos());
        IntStream.range(17, 1_100).forEach(source::next);
        assertEquals(2, probe.items().size());
    }

    @Test
    void aClockThatTakesNoTimerEndsIt() {
        Probe<Integer> probe = Probe.subscribeTo(
                Many.range(0, 1000).through(Operators.throttleFirst(TICKS)),
                Context.empty().withClock(new StoppedClock(new RejectedExecutionException("the loop has ended"))));
        probe.assertItems(0).assertFailed(RejectedExecutionException.class);
    }

    @Test
    void tellsOfWhatItDrops() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(
                        Many.of(1, 2, 3)
                                .through(Operators.<Integer>throttleFirst(TICKS))
                                .onUndelivered(Integer.class, told::add),
                        new VirtualTime())
                .assertItems(1);
        assertEquals(List.of(2, 3), told);
    }
}
