package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UnfoldTest {
    private static final int MANY = 100_000;

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> count(10));
        OperatorLaws.checkSource(() -> count(10).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(() -> Many.unfold(0, n -> {
            if (n == 3) {
                throw new IllegalStateException("no step 3");
            }
            return new Unfolded<>(n, n + 1);
        }));
        OperatorLaws.checkSource(() -> countDown(9));
        OperatorLaws.checkSource(() -> countDown(9).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(UnfoldTest::count);
    }

    @TestFactory
    Stream<DynamicTest> tckWithALastState() {
        return Tck.publisher(1_000, n -> n == 0 ? Many.empty() : countDown((int) n - 1));
    }

    private static Many<Integer> countDown(int from) {
        return Many.unfold(from, i -> new Unfolded<>(i, i == 0 ? null : i - 1));
    }

    private static Many<Long> count(long n) {
        return Many.unfold(0L, i -> i < n ? new Unfolded<>(i, i + 1) : null);
    }

    @Test
    void eachStepSeesTheStateOfTheOneBefore() {
        Many<Integer> fibonacci =
                Many.unfold(new int[] {1, 1}, s -> new Unfolded<>(s[0], new int[] {s[1], s[0] + s[1]}));
        Probe.subscribeTo(fibonacci, 7).assertItems(1, 1, 2, 3, 5, 8, 13).assertNotEnded();
        Probe.subscribeTo(fibonacci, 2).assertItems(1, 1).assertNotEnded();
    }

    @Test
    void makesNoStepThatIsNotAskedFor() {
        AtomicInteger steps = new AtomicInteger();
        Probe<Integer> probe = Probe.subscribeTo(Many.unfold(0, n -> new Unfolded<>(steps.incrementAndGet(), n)), 3);
        assertEquals(3, steps.get());
        probe.cancel();
        probe.request(1);
        assertEquals(3, steps.get());
    }

    @Test
    void endsWithAnItemThatHasNoStateAfterIt() {
        Probe.subscribeTo(countDown(2), 3).assertItems(2, 1, 0).assertCompleted();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> same.cancel());
        countDown(0).subscribe(probe);
        probe.assertItems(0).assertNotEnded();
    }

    @Test
    void aNullItemIsAFailure() {
        Probe.subscribeTo(Many.unfold(0, n -> new Unfolded<>(n == 0 ? "a" : null, n + 1)))
                .assertItems("a")
                .assertFailed(failure -> "unfold: the step made a null item".equals(failure.getMessage()));
    }

    @Test
    void demandInsideAnItemDoesNotGrowTheStack() {
        Probe<Long> probe = Probe.<Long>demanding(1).whenItem((same, item) -> same.request(1));
        count(MANY).subscribe(probe);
        probe.assertItemCount(MANY).assertCompleted();
    }

    @Test
    void refusesNull() {
        assertEquals(
                "unfold: the seed is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.unfold(null, s -> null))
                        .getMessage());
        assertEquals(
                "unfold: the step is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.unfold(0, null))
                        .getMessage());
    }
}
