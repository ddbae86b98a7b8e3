package dev.weir.op.group;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.EarlyClock;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class BufferTimedTest {
    private static final Duration LONGEST = Duration.ofMillis(30);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.buffer(2, LONGEST)).failureOvertakes().check();
        OperatorLaws.of(many -> many.buffer(2, LONGEST).filter(list -> list.contains(4)))
                .failureOvertakes()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).buffer(2, LONGEST));
    }

    @Test
    void emitsAListWhenItIsFullOrItsTimeHasPassed() {
        assertMarble("a-b----c-|", buffered(3), "---{[a, b]}-----({[c]}|)");
        assertMarble("ab-c--------|", buffered(2), "-{[a, b]}----{[c]}-----|");
    }

    @Test
    void countsTheTimeFromTheListsOwnFirstItem() {
        assertMarble("abc-------|", buffered(2), "-{[a, b]}---{[c]}----|");
    }

    @Test
    void emitsAListOnlyOnDemand() {
        assertMarble("ab--c------------|", buffered(5), "<1>---{[a, b]}--------<1>{[c]}----|");
        assertMarble("abc-|", buffered(2), "<1>-{[a, b]}----<1>({[c]}|)");
    }

    @Test
    void aFailureDoesNotWaitForDemand() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(2, LONGEST), time.context(), 1);
        source.next(1, 2, 3, 4).error(broken);
        probe.assertItems(List.of(1, 2)).assertFailed(broken::equals);
        time.assertNoTimers();
    }

    @Test
    void keepsNoMoreThanItsSize() {
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(3, LONGEST), time.context(), 1);
        source.assertRequested(3).next(1, 2, 3).assertRequested(6).next(4, 5, 6).assertRequested(6);
        probe.request(1);
        probe.assertItems(List.of(1, 2, 3), List.of(4, 5, 6));
        source.assertRequested(9);
    }

    @Test
    void asksForAsManyAsTheListHeld() {
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(3, LONGEST), time);
        source.next(1, 2).assertRequested(3);
        time.advance(LONGEST);
        probe.assertItems(List.of(1, 2));
        source.assertRequested(5);
    }

    @Test
    void aTimerThatFiresEarlyIsSetAgain() {
        Probe<List<Integer>> probe =
                Probe.subscribeTo(source.many().buffer(3, LONGEST), new EarlyClock(time).context());
        source.next(1);
        time.advance(LONGEST.minusNanos(1));
        probe.assertNothing();
        time.advance(Duration.ofNanos(1));
        probe.assertItems(List.of(1));
    }

    @Test
    void aCancellationLeavesNoTimer() {
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(3, LONGEST), time);
        source.next(1);
        probe.cancel();
        source.assertCancelled();
        time.assertNoTimers();
    }

    @Test
    void refusesASizeOrATimeThatIsNotPositive() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Many.of(1).buffer(0, LONGEST).subscribe());
        assertThrows(
                IllegalArgumentException.class,
                () -> Many.of(1).buffer(1, Duration.ZERO).subscribe());
    }

    private static Function<Many<String>, Many<List<String>>> buffered(int size) {
        return many -> many.buffer(size, LONGEST);
    }
}
