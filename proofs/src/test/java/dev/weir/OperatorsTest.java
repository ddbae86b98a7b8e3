package dev.weir;

import static dev.weir.Operators.delaySubscription;
import static dev.weir.Operators.doOnCancel;
import static dev.weir.Operators.doOnSubscribe;
import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Those that are put together from others, and have no class of their own. */
class OperatorsTest {
    private static final Duration TICKS = Duration.ofMillis(30);
    private static final Duration SHORTEST = Duration.ofNanos(1);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<String> source = TestPublisher.create();
    private final List<Object> seen = new ArrayList<>();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(delaySubscription(TICKS)));
        OperatorLaws.check(many -> many.through(doOnSubscribe(context -> {})));
        OperatorLaws.check(many -> many.through(doOnCancel(() -> {})));
    }

    @TestFactory
    Stream<DynamicTest> tckOfDelaySubscription() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(delaySubscription(SHORTEST)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfDoOnSubscribe() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(doOnSubscribe(context -> {})));
    }

    @TestFactory
    Stream<DynamicTest> tckOfDoOnCancel() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(doOnCancel(() -> {})));
    }

    @Test
    void aDelayedSubscriptionBeginsSoLongAfterItWasMade() {
        assertMarble("a-b|", many -> many.through(delaySubscription(TICKS)), "---a-b|");
        Probe<String> probe = Probe.subscribeTo(source.many().through(delaySubscription(TICKS)), time.context(), 0);
        assertEquals(1, time.timers());
        assertEquals(0, source.subscriptions());
        time.advance(TICKS);
        probe.request(1);
        source.assertRequested(1).next("a").complete();
        probe.assertItems("a").assertCompleted();
    }

    @Test
    void aDelayedSubscriptionThatIsCancelledNeverBegins() {
        Probe.subscribeTo(source.many().through(delaySubscription(TICKS)), time).cancel();
        time.assertNoTimers();
        time.advance(TICKS);
        assertEquals(0, source.subscriptions());
    }

    @Test
    void eachSubscriptionIsToldOfWithItsContextBeforeItIsMade() {
        Many<String> told = source.many().through(doOnSubscribe(context -> {
            assertEquals(seen.size(), source.subscriptions());
            seen.add(context.name());
        }));
        for (String name : List.of("one", "other")) {
            Probe.subscribeTo(told.named(name));
        }
        assertEquals(2, source.subscriptions());
        assertEquals(List.of("one", "other"), seen);
    }

    @Test
    void whatTheActionOfASubscriptionThrowsIsAFailure() {
        Probe.subscribeTo(source.many().through(doOnSubscribe(context -> {
                    throw new IllegalStateException("closed");
                })))
                .assertFailed(IllegalStateException.class);
        assertEquals(0, source.subscriptions());
    }

    @Test
    void onlyACancellationIsToldAsOne() {
        Many<String> watched = source.many().through(doOnCancel(() -> seen.add("cancelled")));
        Probe.subscribeTo(watched);
        source.complete();
        Probe.subscribeTo(Many.fail(IllegalStateException::new).through(doOnCancel(() -> seen.add("failed"))))
                .assertFailed(IllegalStateException.class);
        assertEquals(List.of(), seen);
        Probe<String> probe = Probe.subscribeTo(Many.<String>never().through(doOnCancel(() -> seen.add("cancelled"))));
        probe.cancel();
        probe.cancel();
        assertEquals(List.of("cancelled"), seen);
    }

    @Test
    void upstreamIsCancelledBeforeTheActionIsCalled() {
        Probe.subscribeTo(source.many().through(doOnCancel(() -> {
                    source.assertCancelled();
                    seen.add("cancelled");
                })))
                .cancel();
        assertEquals(List.of("cancelled"), seen);
    }

    @Test
    void whatTheActionOfACancellationThrowsIsDropped() {
        IllegalStateException late = new IllegalStateException("too late");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(Many.never().through(doOnCancel(() -> {
                        throw late;
                    })))
                    .cancel();
            assertEquals(List.of(late), dropped.failures());
        }
    }

    @Test
    void theActionIsNeededAtOnce() {
        assertThrows(NullPointerException.class, () -> doOnCancel(null));
        assertThrows(NullPointerException.class, () -> Many.of(1).through(doOnSubscribe(null)));
        assertThrows(NullPointerException.class, () -> Many.of(1).through(delaySubscription(null)));
    }
}
