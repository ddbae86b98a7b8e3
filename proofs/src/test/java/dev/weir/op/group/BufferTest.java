package dev.weir.op.group;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class BufferTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.buffer(1));
        OperatorLaws.check(many -> many.buffer(2));
        OperatorLaws.check(many -> many.buffer(2).filter(list -> list.contains(4)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).buffer(2));
    }

    @Test
    void emitsFullListsAndAShorterLastOne() {
        assertMarble("abc-d-e|", many -> many.buffer(2), "-{[a, b]}--{[c, d]}--({[e]}|)");
        assertMarble("ab|", many -> many.buffer(2), "-{[a, b]}|");
    }

    @Test
    void dropsTheUnfinishedListAtAFailure() {
        assertMarble("abc#", many -> many.buffer(2), "-{[a, b]}-#");
    }

    @Test
    void requestsWholeListsAndSaturates() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(3), 2);
        source.assertRequested(6);
        probe.request(Long.MAX_VALUE / 2);
        source.assertRequested(Long.MAX_VALUE);
        probe.cancel();
        source.assertCancelled();
    }

    @Test
    void asksAgainForAListThatWasNotAccepted() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(2).filter(list -> list.contains(4)), 1);
        source.next(1, 2, 3).assertRequested(4).next(4).assertRequested(4);
        probe.assertItems(List.of(3, 4)).assertNotEnded();
    }

    @Test
    void eachListIsItsOwn() {
        Many<Integer> sizes = Many.range(0, 4).buffer(2).map(list -> {
            list.add(0);
            return list.size();
        });
        Probe.subscribeTo(sizes).assertItems(3, 3).assertCompleted();
    }

    @Test
    void refusesASizeThatIsNotPositive() {
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).buffer(0).subscribe());
    }
}
