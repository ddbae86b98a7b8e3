package dev.weir.op.time;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.EarlyClock;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DelayTest {
    private static final Duration DELAY = Duration.ofMillis(20);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.delay(DELAY)).failureOvertakes().check();
        OperatorLaws.of(many -> many.delay(Duration.ZERO).filter(i -> i % 2 == 0))
                .failureOvertakes()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).delay(Duration.ofMillis(1)));
    }

    @Test
    void emitsEachItemAndTheCompletionThatMuchLater() {
        assertMarble("a-(bc)--d|", many -> many.delay(DELAY), "--a-(bc)--d|");
        assertMarble("|", many -> many.delay(DELAY), "--|");
    }

    @Test
    void emitsAFailureAtOnce() {
        assertMarble("a--b#", many -> many.delay(DELAY), "--a-#");
    }

    @Test
    void aFailureComesRightBehindTheItemThatIsHandled() {
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> source.error(new IOException()));
        source.many()
                .delay(DELAY)
                .withContext(context -> context.withClock(time))
                .subscribe(probe);
        source.next(1, 2);
        time.advance(DELAY);
        probe.assertItems(1).assertFailed(IOException.class);
    }

    @Test
    void whatIsDueWaitsForDemand() {
        assertMarble("a-b|", many -> many.delay(DELAY), "<1>--a---<1>(b|)");
    }

    @Test
    void keepsNoMoreThanItsBuffer() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().delay(DELAY), time.context(), 2);
        source.assertRequested(Many.BUFFER_SIZE);
        IntStream.range(0, Many.BUFFER_SIZE).forEach(source::next);
        time.advance(DELAY);
        probe.assertItems(0, 1);
        source.assertRequested(Many.BUFFER_SIZE + 2);
    }

    @Test
    void aTimerThatFiresEarlyIsSetAgain() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().delay(DELAY), new EarlyClock(time).context());
        source.next(1);
        time.advance(DELAY.minusNanos(1));
        probe.assertNothing();
        time.advance(Duration.ofNanos(1));
        probe.assertItems(1);
    }

    @Test
    void takesAnyTime() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1).delay(Duration.ofSeconds(Long.MAX_VALUE)), time);
        time.advance(Duration.ofDays(10_000));
        probe.assertNothing();
    }

    @Test
    void aCancellationDropsWhatWaits() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().delay(DELAY), time);
        source.next(1);
        probe.cancel();
        source.assertCancelled();
        time.assertNoTimers();
        probe.assertNothing();
    }

    @Test
    void refusesATimeThatIsNegative() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Many.of(1).delay(Duration.ofMillis(-1)).subscribe());
    }
}
