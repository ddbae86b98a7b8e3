package dev.weir.op.demand;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OnOverflowTest {
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.onOverflow(Overflow.buffer(600)))
                .requestsUnbounded()
                .check();
        OperatorLaws.of(many -> many.onOverflow(Overflow.dropOldest(600)).filter(i -> i % 2 == 0))
                .requestsUnbounded()
                .check();
    }

    @Test
    void lawsOfThePolicies() {
        for (Overflow overflow : List.of(
                Overflow.buffer(2), Overflow.dropLatest(2), Overflow.latest(), Overflow.drop(), Overflow.fail())) {
            OperatorLaws.of(many -> many.onOverflow(overflow))
                    .requestsUnbounded()
                    .itemsDependOnDemand()
                    .check();
        }
    }

    @Test
    void dropsNothingOfASourceThatWaitsWhereAllIsAskedFor() {
        List<Integer> all = Many.range(0, 1_000).toList().await();
        for (Overflow overflow : List.of(
                Overflow.buffer(2), Overflow.dropLatest(2), Overflow.latest(), Overflow.drop(), Overflow.fail())) {
            Many<Integer> rest = Many.range(1, 999).onOverflow(overflow);
            assertEquals(all, Many.range(0, 1_000).onOverflow(overflow).toList().await());
            assertEquals(all, Many.concat(Many.of(0), rest).toList().await());
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).onOverflow(Overflow.buffer(1_000)));
    }

    @Test
    void bufferFailsWithTheItemAfterTheLastThatFits() {
        Probe<Integer> probe = oneOfThree(Overflow.buffer(2));
        source.next(4).assertCancelled();
        probe.assertNotEnded();
        probe.request(9);
        probe.assertItems(1, 2, 3).assertFailed(OverflowException.class);
        assertEquals(
                "the source emitted more than was requested and the buffer of 2 is full: request more, use a larger"
                        + " Overflow.buffer(n) or one that drops",
                probe.failure().getMessage());
    }

    @Test
    void theFailureNamesThePipeline() {
        Probe<Integer> probe =
                Probe.subscribeTo(source.many().onOverflow(Overflow.fail()).named("orders"), 0);
        source.next(1);
        assertEquals(
                "the source emitted more than was requested in pipeline \"orders\" and the buffer of 0 is full: request"
                        + " more, use a larger Overflow.buffer(n) or one that drops",
                probe.assertFailed(OverflowException.class).failure().getMessage());
    }

    @Test
    void dropLatestKeepsTheFirst() {
        Probe<Integer> probe = oneOfThree(Overflow.dropLatest(2));
        source.next(4, 5);
        probe.request(1);
        source.next(6, 7).complete();
        probe.request(9);
        probe.assertItems(1, 2, 3, 6).assertCompleted();
    }

    @Test
    void dropOldestKeepsTheLast() {
        Probe<Integer> probe = oneOfThree(Overflow.dropOldest(2));
        source.next(4, 5);
        probe.request(1);
        source.next(6, 7).complete();
        probe.request(9);
        probe.assertItems(1, 4, 6, 7).assertCompleted();
    }

    @Test
    void latestKeepsOne() {
        Probe<Integer> probe = oneOfThree(Overflow.latest());
        probe.request(1);
        source.next(4, 5).complete();
        probe.request(1);
        probe.assertItems(1, 3, 5).assertCompleted();
    }

    @Test
    void dropKeepsNone() {
        Probe<Integer> probe = oneOfThree(Overflow.drop());
        probe.request(1);
        source.next(4, 5).complete();
        probe.assertItems(1, 4).assertCompleted();
    }

    @Test
    void failFailsWithTheFirstThatIsNotDemanded() {
        oneOfThree(Overflow.fail()).assertItems(1).assertFailed(OverflowException.class);
        source.assertCancelled();
    }

    @Test
    void aFailureComesAfterTheItemsThatWait() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> probe = oneOfThree(Overflow.buffer(2));
        source.error(broken);
        probe.assertItems(1).assertNotEnded();
        probe.request(2);
        probe.assertItems(1, 2, 3).assertFailed(broken::equals);
    }

    /** Demand for one item, and three come. */
    private Probe<Integer> oneOfThree(Overflow overflow) {
        Probe<Integer> probe = Probe.subscribeTo(source.many().onOverflow(overflow), 1);
        source.assertRequested(Long.MAX_VALUE).next(1, 2, 3);
        return probe.assertItems(1);
    }
}
