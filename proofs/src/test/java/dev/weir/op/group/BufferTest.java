package dev.weir.op.group;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
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
    void lawsOfListsThatBeginAtEveryNthItem() {
        OperatorLaws.check(many -> many.buffer(3, 1));
        OperatorLaws.check(many -> many.buffer(3, 2).filter(list -> list.contains(4)));
        OperatorLaws.check(many -> many.buffer(1, 3));
        OperatorLaws.check(many -> many.buffer(2, 3).filter(list -> list.contains(4)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfListsWithCommonItems() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n + 2).buffer(3, 1));
    }

    @Test
    void listsHaveCommonItems() {
        assertMarble("abcd|", many -> many.buffer(3, 1), "--{[a, b, c]}{[b, c, d]}|");
        assertMarble("abcd|", many -> many.buffer(3, 2), "--{[a, b, c]}-({[c, d]}|)");
        assertMarble("abc#", many -> many.buffer(2, 1), "-{[a, b]}{[b, c]}#");
        assertMarble("a|", many -> many.buffer(3, 1), "-({[a]}|)");
    }

    @Test
    void itemsBetweenListsAreLeftOut() {
        List<Integer> told = new ArrayList<>();
        assertMarble("abcdefgh|", many -> many.buffer(2, 3), "-{[a, b]}--{[d, e]}--{[g, h]}|");
        assertMarble("abcdefg|", many -> many.buffer(2, 3), "-{[a, b]}--{[d, e]}--({[g]}|)");
        Probe.subscribeTo(Many.range(0, 6).buffer(1, 3).onUndelivered(Integer.class, told::add))
                .assertItems(List.of(0), List.of(3))
                .assertCompleted();
        assertEquals(List.of(1, 2, 4, 5), told);
    }

    @Test
    void onlyWhatWasInNoListIsUndelivered() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(Many.concat(Many.range(0, 6), Many.never())
                        .buffer(4, 3)
                        .onUndelivered(Integer.class, told::add))
                .assertItems(List.of(0, 1, 2, 3))
                .cancel();
        assertEquals(List.of(4, 5), told);
    }

    @Test
    void asksForWhatTheNextListsNeed() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<List<Integer>> probe = Probe.subscribeTo(source.many().buffer(5, 2), 1);
        source.assertRequested(5);
        probe.request(3);
        source.assertRequested(11);
        Probe.subscribeTo(source.many().buffer(2, 5), 2);
        source.assertRequested(10);
    }

    @Test
    void eachListWithCommonItemsIsItsOwn() {
        Many<Integer> sizes = Many.range(0, 4).buffer(2, 1).map(list -> {
            list.clear();
            list.add(7);
            return list.size();
        });
        Probe.subscribeTo(sizes).assertItems(1, 1, 1).assertCompleted();
    }

    @Test
    void refusesASizeThatIsNotPositive() {
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).buffer(0).subscribe());
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).buffer(2, 0));
    }
}
