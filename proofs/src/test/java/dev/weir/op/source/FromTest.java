package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FromTest {
    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.from(List.of(0, 1, 2, 3, 4)));
        OperatorLaws.checkSource(() -> Many.from(List.of(0, 1, 2, 3, 4)).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(() -> Many.from(List.of()));
        OperatorLaws.checkSource(() -> Many.from(() -> new Counting(3, Counting.NEVER)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.from(() -> LongStream.range(0, n).iterator()));
    }

    @Test
    void completesWithTheLastItem() {
        Probe.subscribeTo(Many.from(List.of(1, 2)), 2).assertItems(1, 2).assertCompleted();
        Probe.subscribeTo(Many.from(List.of()), 0).assertCompleted();
    }

    @Test
    void takesNoItemThatIsNotAskedFor() {
        Counting iterator = new Counting(Counting.NEVER, Counting.NEVER);
        Probe<Integer> probe = Probe.subscribeTo(Many.from(() -> iterator), 2);
        assertEquals(2, iterator.taken);
        probe.cancel();
        probe.request(5);
        assertEquals(2, iterator.taken);
    }

    @Test
    void doesNotLookFurtherAfterACancellation() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> same.cancel());
            Many.from(() -> new Counting(Counting.NEVER, 1)).subscribe(probe);
            probe.assertItems(0).assertNotEnded();
            assertEquals(List.of(), dropped.failures());
        }
    }

    /** Whoever wants no more must not wait for what he does not want, nor is that made for nobody. */
    @Test
    void anIteratorIsAskedForWhatIsDemandedAlone() {
        List<Function<Iterable<Integer>, Many<Integer>>> ways = List.of(
                Many::from,
                items -> Many.fromStream(() -> StreamSupport.stream(items.spliterator(), false)),
                items -> Many.of(1).flatMapIterable(one -> items),
                items -> Many.of(1, 2).flatMapIterable(one -> items),
                items -> Many.of(1).flatMap(1, one -> Many.from(items)),
                items -> Many.of(1, 2).concatMap(one -> Many.from(items)),
                items -> Many.concat(Many.from(items), Many.of(7)));
        for (Function<Iterable<Integer>, Many<Integer>> way : ways) {
            Counting iterator = new Counting(Counting.NEVER, 1);
            assertEquals(0, way.apply(() -> iterator).first().await());
            assertEquals(1, iterator.taken);
            Counting several = new Counting(Counting.NEVER, 3);
            Probe<Integer> probe = Probe.subscribeTo(way.apply(() -> several), 0);
            probe.request(1);
            probe.request(2);
            probe.assertItems(0, 1, 2).assertNotEnded();
            probe.request(1);
            probe.assertFailed(ConcurrentModificationException.class);
        }
    }

    /** Wherever it stands, and however it is asked for. */
    @Test
    void theEndOfWhatIsThereComesBehindTheLastItem() {
        List<Many<Integer>> all = List.of(
                Many.of(1, 2, 3),
                Many.from(List.of(1, 2, 3)),
                Many.concat(Many.of(1, 2), Many.of(3)),
                Many.concat(Many.of(1), Many.from(List.of(2, 3))),
                One.of(1).flatMapMany(one -> Many.concat(Many.of(one, 2), Many.of(3))),
                Many.of(1, 3).flatMap(1, i -> i == 1 ? Many.from(List.of(1, 2)) : Many.from(List.of(3))),
                Many.of(1, 3).concatMap(i -> i == 1 ? Many.from(List.of(1, 2)) : Many.from(List.of(3))),
                Many.of(1, 3).flatMapIterable(i -> i == 1 ? List.of(1, 2) : List.of(3)));
        for (Many<Integer> many : all) {
            Probe<Integer> probe = Probe.subscribeTo(many, 1);
            probe.request(1);
            probe.request(1);
            probe.assertItems(1, 2, 3).assertCompleted();
        }
    }

    @Test
    void theEndOfAnIteratorComesWhenMoreIsDemanded() {
        List<Integer> items = List.of(1, 2);
        Probe<Integer> probe = Probe.subscribeTo(Many.from((Iterable<Integer>) () -> items.iterator()), 2);
        probe.assertItems(1, 2).assertNotEnded();
        probe.request(1);
        probe.assertCompleted();
        Probe<Integer> empty = Probe.subscribeTo(Many.from(Collections::<Integer>emptyIterator), 0);
        empty.assertNotEnded();
        empty.request(1);
        empty.assertCompleted();
    }

    @Test
    void takesANewIteratorForEachSubscription() {
        List<Integer> items = new ArrayList<>(List.of(1));
        Many<Integer> many = Many.from(items);
        Probe.subscribeTo(many).assertItems(1).assertCompleted();
        items.add(2);
        Probe.subscribeTo(many).assertItems(1, 2).assertCompleted();
    }

    @Test
    void failsAsTheIteratorDoes() {
        for (int at : List.of(0, 2)) {
            Integer[] before = at == 0 ? new Integer[0] : new Integer[] {0, 1};
            Probe.subscribeTo(Many.from(() -> new Counting(at, Counting.NEVER)))
                    .assertItems(before)
                    .assertFailed(ConcurrentModificationException.class);
            Probe.subscribeTo(Many.from(() -> new Counting(Counting.NEVER, at)))
                    .assertItems(before)
                    .assertFailed(ConcurrentModificationException.class);
        }
        Iterable<Integer> broken = () -> {
            throw new ConcurrentModificationException("iterator");
        };
        Probe.subscribeTo(Many.from(broken)).assertFailed(ConcurrentModificationException.class);
    }

    @Test
    void aNullItemIsAFailure() {
        Probe.subscribeTo(Many.from(Arrays.asList(1, null, 3)))
                .assertItems(1)
                .assertFailed(failure -> "from: the iterator returned null".equals(failure.getMessage()));
    }

    @Test
    void refusesNull() {
        Iterable<Integer> none = null;
        assertEquals(
                "from: the iterable is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.from(none)).getMessage());
    }

    /** Counts without end, and fails in one of its methods. */
    private static final class Counting implements Iterator<Integer> {
        static final int NEVER = -1;

        private final int nextFailsAt;
        private final int hasNextFailsAt;
        private int taken;

        Counting(int nextFailsAt, int hasNextFailsAt) {
            this.nextFailsAt = nextFailsAt;
            this.hasNextFailsAt = hasNextFailsAt;
        }

        @Override
        public boolean hasNext() {
            if (taken == hasNextFailsAt) {
                throw new ConcurrentModificationException("hasNext");
            }
            return true;
        }

        @Override
        public Integer next() {
            if (taken == nextFailsAt) {
                throw new ConcurrentModificationException("next");
            }
            return taken++;
        }
    }
}
