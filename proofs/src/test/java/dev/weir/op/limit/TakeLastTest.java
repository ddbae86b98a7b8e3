package dev.weir.op.limit;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TakeLastTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.takeLast(3)));
        OperatorLaws.check(many -> many.through(Operators.takeLast(100)).filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.through(Operators.skipLast(2)));
        OperatorLaws.check(many -> many.through(Operators.skipLast(1)).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).through(Operators.takeLast((int) n)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfSkipLast() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n + 5).through(Operators.skipLast(5)));
    }

    @Test
    void emitsTheLastWhenAllHaveCome() {
        assertMarble("a-b-c-d|", s -> s.through(Operators.takeLast(2)), "-------(cd|)");
        assertMarble("a-b-c-d|", s -> s.through(Operators.takeLast(9)), "-------(abcd|)");
        assertMarble("a-b-c-d|", s -> s.through(Operators.takeLast(3)), "-------<1>b-<*>(cd|)");
        assertMarble("a-b-c-#", s -> s.through(Operators.takeLast(2)), "------#");
        assertMarble("a-b|", s -> s.through(Operators.takeLast(0)), "---|");
    }

    @Test
    void emitsAllButTheLastOnceThatIsKnown() {
        assertMarble("a-b-c-d|", s -> s.through(Operators.skipLast(2)), "----a-b|");
        assertMarble("a-b-c-d|", s -> s.through(Operators.skipLast(9)), "-------|");
        assertMarble("a-b-c-#", s -> s.through(Operators.skipLast(2)), "----a-#");
        assertMarble("a-b|", s -> s.through(Operators.skipLast(0)), "a-b|");
    }

    @Test
    void whatWasEmittedIsNotHeld() {
        List<WeakReference<Object>> emitted = new ArrayList<>();
        Taker taker = new Taker(emitted);
        Many.range(0, 5)
                .<Object>map(i -> new byte[i])
                .through(Operators.takeLast(3))
                .subscribe(taker);
        taker.ask();
        Garbage.assertCollected(emitted.getFirst());
        taker.ask();
        assertEquals(2, emitted.size());
    }

    /** Keeps no item, and asks for one at a time. */
    private static final class Taker implements Flow.Subscriber<Object> {
        private final List<WeakReference<Object>> emitted;
        private Flow.@Nullable Subscription subscription;

        Taker(List<WeakReference<Object>> emitted) {
            this.emitted = emitted;
        }

        void ask() {
            Objects.requireNonNull(subscription).request(1);
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Object item) {
            emitted.add(new WeakReference<>(item));
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {} // not asked for
    }

    @Test
    void theOrderIsThatOfTheSourceHoweverManyHaveComeBefore() {
        for (int before = 0; before < 12; before++) {
            Probe.subscribeTo(Many.range(0, before + 5).through(Operators.takeLast(5)))
                    .assertItems(before, before + 1, before + 2, before + 3, before + 4)
                    .assertCompleted();
        }
    }

    @Test
    void tellsOfWhatItLeavesOut() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(Many.of(1, 2, 3).through(Operators.takeLast(1)).onUndelivered(Integer.class, told::add))
                .assertItems(3);
        assertEquals(List.of(1, 2), told);
        told.clear();
        Probe.subscribeTo(Many.of(1, 2, 3).through(Operators.skipLast(2)).onUndelivered(Integer.class, told::add))
                .assertItems(1);
        assertEquals(List.of(2, 3), told);
    }

    @Test
    void eachSubscriptionHasItsOwn() {
        Many<Integer> last = Many.of(1, 2, 3).through(Operators.takeLast(2));
        Probe.subscribeTo(last).assertItems(2, 3);
        Probe.subscribeTo(last).assertItems(2, 3);
    }

    @Test
    void refusesLessThanNone() {
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).through(Operators.takeLast(-1)));
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).through(Operators.skipLast(-1)));
    }
}
