package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.proofs.DroppedFailures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private final IllegalStateException broken = new IllegalStateException("broken");
    private final List<Object> outcomes = new ArrayList<>();
    private final List<Object> undelivered = new ArrayList<>();
    private final Hand hand = new Hand();
    private final Run run =
            new Run(Undelivered.with(Object.class, undelivered::add).apply(Context.empty()), 0) {
                @Override
                protected void ended(Object outcome) {
                    outcomes.add(outcome instanceof Failure failure ? failure.error() : outcome);
                }
            };

    @Test
    void endsWhileItStarts() {
        run.start(Many.of(1, 2).count());
        assertEquals(List.of(2L), outcomes);
    }

    @Test
    void endsLater() {
        run.start(hand.first());
        assertEquals(List.of(), outcomes);
        hand.stage.onNext(1);
        assertEquals(List.of(1), outcomes);
        assertTrue(hand.feed.cancelled);
    }

    @Test
    void cancelledWhileItStartsNothingIsTold() {
        run.makeKnown();
        run.start(Many.defer(() -> {
                    run.cancel();
                    return hand;
                })
                .first());
        assertTrue(hand.feed.cancelled);
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(), undelivered);
    }

    @Test
    void cancelledWhenItHasTheOutcomeThatIsToldOnce() {
        run.makeKnown();
        run.start(Many.of(1).doOnNext(item -> run.cancel()).first());
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void cancelledWhileItWaits() {
        run.start(hand.first());
        run.cancel();
        assertTrue(hand.feed.cancelled);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            hand.stage.onError(broken);
            assertEquals(List.of(broken), dropped.failures());
        }
        assertEquals(List.of(), outcomes);
    }

    @Test
    void aCrashElsewhereEndsItOnce() {
        run.start(hand.count());
        hand.stage.root().crash(broken);
        assertTrue(hand.feed.cancelled);
        hand.stage.onComplete();
        assertEquals(List.of(broken), outcomes);
        assertEquals(List.of(0L), undelivered);
    }

    @Test
    void whatIsOpenIsClosedWhenTheItemHasBeenHandled() {
        List<Object> order = new ArrayList<>();
        One<Integer> one = Many.using(() -> 1, resource -> Many.of(1, 2), resource -> order.add("closed"))
                .first()
                .map(item -> {
                    order.add(item);
                    return item;
                });
        run.start(one);
        assertEquals(List.of(1, "closed"), order);
        assertEquals(List.of(1), outcomes);
    }

    @Test
    void whatIsOpenIsClosedBeforeTheNextIsWaitedFor() {
        List<Object> order = new ArrayList<>();
        run.start(Many.using(() -> 1, resource -> Many.of(1, 2), resource -> order.add("closed"))
                .first()
                .flatMap(item -> One.never()));
        assertEquals(List.of("closed"), order);
    }

    /** A stream whose signals the test sends. */
    private static final class Hand extends Source<Integer> {
        private final Feed feed = new Feed();
        private Stage<? super Integer> stage;

        @Override
        protected void start(Stage<? super Integer> newStage, Root root, boolean few) {
            stage = newStage;
            newStage.onSubscribe(feed);
        }
    }
}
