package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class GatherTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.gather(Gatherers.windowFixed(2)));
        OperatorLaws.check(many -> many.gather(Gatherers.windowSliding(3)));
        OperatorLaws.check(many -> many.gather(twice()));
        OperatorLaws.check(many -> many.gather(first(3)));
        OperatorLaws.ofFunction((many, fault) -> many.gather(Gatherers.scan(() -> 0, (sum, i) -> fault.at(i, sum + i))))
                .withoutPlace() // the function was given to the JDK's gatherer
                .check();
        OperatorLaws.checkFunction((many, fault) ->
                many.gather(Gatherer.<Integer, Integer>of((nothing, item, out) -> out.push(fault.at(item, item)))));
    }

    private static Gatherer<Integer, ?, Integer> twice() {
        return Gatherer.of((nothing, item, out) -> out.push(item) && out.push(-item));
    }

    private static Gatherer<Integer, ?, Integer> first(int n) {
        return Gatherer.ofSequential(AtomicInteger::new, (count, item, out) -> {
            out.push(item);
            return count.incrementAndGet() < n;
        });
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).gather(Gatherers.scan(() -> 0, Integer::sum)));
    }

    @Test
    void emitsWhatIsPushedAndTheRestAtTheEnd() {
        assertMarble("a-b-c|", s -> s.gather(Gatherers.windowFixed(2)), "--{[a, b]}--({[c]}|)");
        assertMarble("a-#", s -> s.gather(Gatherers.windowFixed(2)), "--#");
    }

    @Test
    void emitsAsMuchAsIsAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1, 2).gather(twice()), 1);
        probe.assertItems(1).request(2);
        probe.assertItems(1, -1, 2).request(1);
        probe.assertItems(1, -1, 2, -2).assertCompleted();
    }

    /** What was pushed before the gatherer fails comes before the failure, whatever is asked for. */
    @Test
    void whatWasPushedComesBeforeTheFailure() {
        Gatherer<Integer, ?, Integer> second = Gatherer.ofSequential((nothing, item, out) -> {
            out.push(item);
            out.push(10 / (2 - item));
            return true;
        });
        Gatherer<Integer, ?, Integer> last = Gatherer.of((nothing, item, out) -> false, (nothing, out) -> {
            out.push(3);
            throw new ArithmeticException("expected by the test");
        });
        for (long demand : new long[] {10, Long.MAX_VALUE}) {
            TestPublisher<Integer> source = TestPublisher.create();
            Probe<Integer> probe = Probe.subscribeTo(source.many().gather(second), demand);
            source.next(1, 2).assertCancelled();
            probe.assertItems(1, 10, 2).assertFailed(ArithmeticException.class);
            Probe.subscribeTo(Many.of(1, 2).gather(last), demand)
                    .assertItems(3)
                    .assertFailed(ArithmeticException.class);
        }
        Probe<Integer> slow = Probe.subscribeTo(Many.of(1, 2).gather(second), 2);
        slow.assertItems(1, 10).assertNotEnded().request(1);
        slow.assertItems(1, 10, 2).assertFailed(ArithmeticException.class);
    }

    @Test
    void aFunctionThatThrowsTellsItsPlace() {
        Gatherer<Integer, ?, Integer> failing = Gatherer.of((nothing, item, out) -> out.push(1 / item));
        One<List<Integer>> items = Many.of(1, 0).gather(failing).toList();
        ArithmeticException failure = assertThrows(ArithmeticException.class, items::await);
        assertTrue(
                Suppressed.place(failure).startsWith("at stage gather (GatherTest.java:"), Suppressed.place(failure));
    }

    @Test
    void endsWhenTheGathererWantsNoMore() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().gather(first(2)));
        source.next(1, 2).assertCancelled();
        probe.assertItems(1, 2).assertCompleted();
    }

    private static Gatherer<Integer, ?, Integer> untilRejected(AtomicInteger pushed) {
        return Gatherer.of((nothing, item, out) -> {
            while (out.push(pushed.incrementAndGet())) {
                assertTrue(pushed.get() < 100, "it is never told that nobody wants more");
            }
            assertTrue(out.isRejecting());
            return false;
        });
    }

    /** Within one item, too, of which a gatherer may make any number. */
    @Test
    void theGathererIsToldThatNobodyWantsMore() {
        for (long demand : new long[] {3, 4, Long.MAX_VALUE}) {
            AtomicInteger pushed = new AtomicInteger();
            Probe.subscribeTo(Many.of(1, 2).gather(untilRejected(pushed)).take(3), demand)
                    .assertItems(1, 2, 3)
                    .assertCompleted();
            assertEquals(3, pushed.get());
        }
    }

    /** What is asked for while something waits comes behind it. */
    @Test
    void whatIsPushedKeepsItsOrder() {
        AtomicReference<Probe<Integer>> probe = new AtomicReference<>();
        Gatherer<Integer, ?, Integer> asksMeanwhile = Gatherer.of((nothing, item, out) -> {
            out.push(1);
            out.push(2);
            probe.get().request(2);
            return out.push(3) && out.push(4);
        });
        probe.set(Probe.subscribeTo(Many.of(0).gather(asksMeanwhile), 0));
        probe.get().request(1);
        probe.get().assertItems(1, 2, 3).request(1);
        probe.get().assertItems(1, 2, 3, 4).assertCompleted();
    }

    @Test
    void allMayBeAskedForLater() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1, 2, 3).gather(twice()), 1);
        probe.assertItems(1).request(1);
        probe.assertItems(1, -1).request(Long.MAX_VALUE);
        probe.assertItems(1, -1, 2, -2, 3, -3).assertCompleted();
    }

    @Test
    void nullIsNotPushed() {
        Gatherer<Integer, ?, Integer> pushing = Gatherer.of((nothing, item, out) -> out.push(null));
        for (long demand : new long[] {1, Long.MAX_VALUE}) {
            Probe.subscribeTo(Many.of(1).gather(pushing), demand).assertFailed(NullPointerException.class);
        }
    }
}
