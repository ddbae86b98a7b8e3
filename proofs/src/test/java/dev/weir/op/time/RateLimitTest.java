package dev.weir.op.time;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RateLimitTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void aPaceThatDoesNotComeOutEvenIsRoundedToTheSlowerOne() {
        Probe<Integer> probe =
                Probe.subscribeTo(Many.range(0, 100).through(Operators.rateLimit(2, Duration.ofNanos(3), 1)), time);
        time.advance(Duration.ofNanos(30));
        probe.assertItemCount(16);
    }

    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.rateLimit(2, Duration.ofMillis(1))));
        OperatorLaws.check(
                many -> many.through(Operators.<Integer>rateLimit(9, SECOND, 4)).filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.through(Operators.delayBetween(Duration.ofMillis(1))));
        OperatorLaws.check(many -> many.through(Operators.rateLimit(2_000_000, Duration.ofMillis(1), 4)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000, n -> Many.range(0, (int) n).through(Operators.rateLimit(1_000_000, Duration.ofMillis(1), 8)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfPauses() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(Operators.delayBetween(Duration.ofNanos(1))));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.rateLimit(1_000_000, Duration.ofMillis(1), 8)));
    }

    @Test
    void keepsThePace() {
        assertMarble(
                "(abcd|)", many -> many.through(Operators.rateLimit(1, Duration.ofMillis(30), 2)), "(ab)--c--(d|)");
        assertMarble("(abc|)", many -> many.through(Operators.delayBetween(Duration.ofMillis(20))), "a-b-(c|)");
    }

    @Test
    void keepsThePaceOfWhatIsThereAtOnce() {
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 5).through(Operators.rateLimit(1, SECOND, 2)), time);
        probe.assertItems(0, 1);
        time.advance(SECOND);
        probe.assertItems(0, 1, 2);
    }

    @Test
    void allowsABurstAfterAPause() {
        Probe<Integer> probe =
                Probe.subscribeTo(Many.range(0, 9).through(Operators.rateLimit(2, SECOND)), time.context(), 2);
        probe.assertItems(0, 1);
        time.advance(Duration.ofMinutes(1));
        probe.request(7);
        probe.assertItems(0, 1, 2, 3);
        time.advance(SECOND);
        probe.assertItems(0, 1, 2, 3, 4, 5);
    }

    @Test
    void dropsNothingAndAsksForLess() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.rateLimit(1, SECOND, 4)), time);
        source.assertRequested(4).next(1, 2, 3, 4).assertRequested(7).next(5, 6, 7);
        probe.assertItems(1, 2, 3, 4);
        time.advance(SECOND.multipliedBy(3));
        probe.assertItems(1, 2, 3, 4, 5, 6, 7);
        source.assertRequested(10);
    }

    @Test
    void refusesNothing() {
        assertThrows(IllegalArgumentException.class, () -> source.many().through(Operators.rateLimit(0, SECOND)));
        assertThrows(
                IllegalArgumentException.class, () -> source.many().through(Operators.rateLimit(1, Duration.ZERO)));
        assertThrows(IllegalArgumentException.class, () -> source.many().through(Operators.rateLimit(1, SECOND, 0)));
    }

    @Test
    void longTimesAndLargeBurstsKeepTheirOrder() {
        Many<Integer> soon = Many.range(0, 9).through(Operators.rateLimit(1, Duration.ofDays(365), 1_000));
        Probe.subscribeTo(soon.withContext(context -> context.withClock(time)))
                .assertItems(0, 1, 2, 3, 4, 5, 6, 7, 8)
                .assertCompleted();
        Duration forever = ChronoUnit.FOREVER.getDuration();
        Many<Integer> never = Many.range(0, 9).through(Operators.rateLimit(1, forever, 3));
        Probe<Integer> probe = Probe.subscribeTo(never.withContext(context -> context.withClock(time)));
        time.advance(Duration.ofDays(100_000 / 2));
        probe.assertItems(0, 1);
    }
}
