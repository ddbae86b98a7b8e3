package dev.weir.op.recover;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Many;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OnErrorReturnTest {
    private final IllegalStateException broken = new IllegalStateException("broken");
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.onErrorReturn(failure -> 10)).recovers().check();
    }

    @Test
    void lawsOfTheFunction() {
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> Many.<Integer>fail(() -> broken).onErrorReturn(failure -> fault.at(i, i))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000,
                n -> Many.range(0, (int) n).map(i -> i < n - 1 ? i : failing()).onErrorReturn(failure -> -1));
    }

    @Test
    void anItemTakesThePlaceOfTheFailure() {
        assertMarble("a-#", many -> many.onErrorReturn(failure -> "x"), "a-(x|)");
        assertMarble("a-|", many -> many.onErrorReturn(failure -> "x"), "a-|");
    }

    @Test
    void theItemWaitsUntilItIsAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().onErrorReturn(failure -> 9), 2);
        source.next(1, 2).error(broken);
        probe.assertItems(1, 2).assertNotEnded();
        probe.request(1);
        probe.assertItems(1, 2, 9).assertCompleted();
    }

    @Test
    void itemsThatUsedUpNoDemandLeaveItForTheItem() {
        Probe<Integer> probe =
                Probe.subscribeTo(source.many().onErrorReturn(failure -> 9).filter(i -> i > 5), 1);
        source.next(1).error(broken);
        probe.assertItems(9).assertCompleted();
    }

    @Test
    void anItemNobodyAskedForIsUndelivered() {
        List<Integer> undelivered = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(
                source.many().onErrorReturn(failure -> 9).onUndelivered(Integer.class, undelivered::add), 1);
        source.next(1).error(broken);
        probe.cancel();
        assertEquals(List.of(9), undelivered);
    }

    @Test
    void anItemInWhichAllIsCancelledIsTheLastSignal() {
        List<String> signals = new ArrayList<>();
        for (long demand : List.of(1L, 2L)) {
            TestPublisher<Integer> failing = TestPublisher.create();
            Probe<Integer> probe = Probe.<Integer>demanding(demand).whenItem((self, item) -> {
                signals.add("item " + item);
                if (item == 9) {
                    self.cancel();
                }
            });
            failing.many()
                    .onErrorReturn(failure -> 9)
                    .doOnComplete(() -> signals.add("completed"))
                    .subscribe(probe);
            failing.next(1).error(broken);
            probe.request(1);
        }
        assertEquals(List.of("item 1", "item 9", "item 1", "item 9"), signals);
    }

    @Test
    void anItemThatIsNoneSaysWhoReturnedIt() {
        Probe<Integer> probe =
                Probe.subscribeTo(Many.<Integer>fail(() -> broken).onErrorReturn(failure -> null));
        NullPointerException missing = assertInstanceOf(
                NullPointerException.class, probe.assertFailed(Throwable.class).failure());
        assertEquals("onErrorReturn: the function returned null where an item is due", missing.getMessage());
        assertArrayEquals(new Throwable[] {broken}, Suppressed.of(missing));
    }

    @Test
    void aFunctionThatThrowsKeepsTheFailureAsSuppressed() {
        Error unexpected = new AssertionError("unexpected");
        Throwable failure = Probe.subscribeTo(Many.fail(() -> broken).onErrorReturn(first -> {
                    throw unexpected;
                }))
                .assertFailed(Throwable.class)
                .failure();
        assertSame(unexpected, failure);
        assertArrayEquals(new Throwable[] {broken}, Suppressed.of(failure));
    }

    private int failing() {
        throw broken;
    }
}
