package dev.weir.op.flatten;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ExpandTest {
    @Test
    void laws() {
        OperatorLaws.check(many ->
                many.through(Operators.expand(i -> i < 100 ? Many.of(i + 100, i + 200) : Many.empty())));
        OperatorLaws.checkFunction((many, fault) -> many.through(Operators.expand(i -> fault.at(i, Many.empty()))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000,
                n -> Many.of(1).through(Operators.expand(i -> Many.of(i + 1))).take(n));
    }

    @Test
    void goesIntoTheDepthFirst() {
        Many<String> tree = Many.of("a", "b")
                .through(Operators.expand(path -> path.length() < 3 ? Many.of(path + 1, path + 2) : Many.empty()));
        Probe.subscribeTo(tree.take(5))
                .assertItems("a", "a1", "a11", "a12", "a2")
                .assertCompleted();
        assertEquals(14, tree.count().await());
    }

    @Test
    void aChainWithoutEndNeedsNoStack() {
        Many<Integer> chain = Many.of(0).through(Operators.expand(i -> Many.of(i + 1)));
        assertEquals(300_000, chain.skip(300_000).first().await());
    }

    /** If each had to pass through all that came before, this would take hours. */
    @Test
    void aChainOfPagesTakesAsLongForTheLastAsForTheFirst() {
        Many<Integer> pages = Many.of(0)
                .through(Operators.expand(
                        i -> One.of(i + 1).filter(next -> next < 300_000).toMany()));
        assertEquals(300_000, pages.count().await());
    }

    @Test
    void itemsAndChildrenWaitForDemand() {
        List<Integer> asked = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.of(1, 2).through(Operators.expand(i -> {
                    asked.add(i);
                    return i < 10 ? Many.of(10 * i, 10 * i + 1) : Many.empty();
                })),
                1);
        probe.assertItems(1);
        probe.request(1);
        probe.assertItems(1, 10);
        probe.request(Long.MAX_VALUE);
        probe.assertItems(1, 10, 11, 2, 20, 21).assertCompleted();
        assertEquals(List.of(1, 10, 11, 2, 20, 21), asked);
    }

    @Test
    void nothingFollowsTheItemAtWhichItIsCancelled() {
        Probe<Integer> probe = Probe.<Integer>demanding(1).whenItem((self, item) -> {
            if (item == 2) {
                self.cancel();
            }
        });
        List<String> told = new ArrayList<>();
        Many.of(1, 2)
                .through(Operators.expand(i -> {
                    told.add("children of " + i);
                    return Many.empty();
                }))
                .doOnComplete(() -> told.add("completed"))
                .subscribe(probe);
        probe.assertItems(1).request(1);
        probe.assertItems(1, 2).assertNotEnded();
        assertEquals(List.of("children of 1"), told);
    }
}
