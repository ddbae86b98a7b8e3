package dev.weir.op.kernel.border;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Threads;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class ForeignSubscriberTest {
    private final TestPublisher<Integer> source = TestPublisher.create();
    private final IllegalStateException unexpected = new IllegalStateException("unexpected");

    @Test
    void demandThatIsNotPositiveFails() {
        for (long demand : new long[] {0, -1, Long.MIN_VALUE}) {
            Probe<Integer> probe = Probe.subscribeTo(source.many(), 1);
            probe.request(demand);
            probe.assertFailed(IllegalArgumentException.class);
            assertEquals(
                    "request(" + demand + "): demand must be positive (rule 3.9)",
                    probe.failure().getMessage());
            source.assertCancelled().assertRequested(1);
        }
    }

    @Test
    void demandThatIsNotPositiveInsideAnItemFailsAfterIt() {
        Probe<Integer> probe = Probe.<Integer>demanding(2).whenItem((same, item) -> {
            same.request(0);
            same.assertNotEnded();
        });
        source.many().subscribe(probe);
        source.next(1).assertCancelled();
        probe.assertItems(1).assertFailed(IllegalArgumentException.class);
    }

    @Test
    void demandThatIsNotPositiveMeansNothingAfterTheEndOrACancellation() {
        Probe<Integer> ended = Probe.subscribeTo(Many.of(1));
        ended.request(0);
        ended.assertItems(1).assertCompleted();
        Probe<Integer> cancelled = Probe.subscribeTo(Many.never());
        cancelled.cancel();
        cancelled.request(0);
        cancelled.assertNothing();
    }

    @Test
    void aSubscriberThatThrowsIsCancelled() {
        for (String where : List.of("onSubscribe", "onNext", "onError", "onComplete")) {
            List<Ending> endings = new ArrayList<>();
            try (DroppedFailures dropped = DroppedFailures.collect()) {
                Many<Integer> many = where.equals("onError") ? Many.fail(IllegalArgumentException::new) : Many.of(1);
                many.doFinally(endings::add).named("orders").subscribe(new Throwing(where));
                assertEquals(List.of(unexpected), dropped.failures(), where);
                assertEquals(List.of("orders"), dropped.pipelines(), where);
                assertEquals(1, endings.size(), where);
            }
        }
    }

    @Test
    void noEndComesAfterACancellationInsideAnItem() {
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> same.cancel());
        Many.of(1, 2).take(1).subscribe(probe);
        probe.assertItems(1).assertNotEnded();
    }

    @Test
    void whatIsAskedForInOnSubscribeComesAfterIt() {
        List<String> order = new ArrayList<>();
        Probe<Integer> probe = Probe.<Integer>demanding(0)
                .whenSubscribed(same -> {
                    same.request(1);
                    order.add("onSubscribe");
                })
                .whenItem((same, item) -> order.add("item"));
        Many.of(1, 2).subscribe(probe);
        assertEquals(List.of("onSubscribe", "item"), order);
        probe.assertItems(1);
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> Many.of(1).subscribe((Flow.Subscriber<Integer>) null));
    }

    @Test
    void whatIsAskedForInPartsInOnSubscribeIsAskedForAtOnce() {
        Probe<Integer> probe = Probe.<Integer>demanding(0).whenSubscribed(same -> {
            same.request(1);
            same.request(2);
        });
        source.many().subscribe(probe);
        source.assertRequested(3);
    }

    @Test
    void whatAnotherThreadAsksForMeanwhileIsAskedForTogether() {
        Probe<Integer> probe = Probe.<Integer>demanding(0).whenSubscribed(same -> {
            same.request(1);
            onAnotherThread(() -> {
                same.request(2);
                same.request(4);
            });
            source.assertRequested(0);
        });
        source.many().subscribe(probe);
        source.assertRequested(7);
    }

    @Test
    void demandThatIsNotPositiveFromAnotherThreadFailsAfterTheItem() {
        List<Optional<Ending>> inside = new ArrayList<>();
        Probe<Integer> probe = Probe.<Integer>demanding(2).whenItem((same, item) -> {
            onAnotherThread(() -> same.request(0));
            inside.add(Optional.ofNullable(same.ending()));
        });
        source.many().subscribe(probe);
        source.next(1);
        probe.awaitEnd().assertItems(1).assertFailed(IllegalArgumentException.class);
        assertEquals(List.of(Optional.empty()), inside);
    }

    private static void onAnotherThread(Runnable task) {
        try {
            Threads.onFreshThread(task::run);
        } catch (Exception thrown) {
            throw new AssertionError(thrown);
        }
    }

    @Test
    void whoKeepsItsSubscriptionKeepsNothingOfWhatHasRun() {
        List<Flow.Subscription> kept = new ArrayList<>();
        Garbage.assertCollected(run(kept));
        assertEquals(1, kept.size());
    }

    private static WeakReference<Object> run(List<Flow.Subscription> kept) {
        Object held = new Object();
        Probe<Object> probe = Probe.unbounded();
        Many.range(0, 2).map(i -> held).publishOn(Runnable::run).map(item -> 1).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                kept.add(subscription);
                probe.onSubscribe(subscription);
            }

            @Override
            public void onNext(Integer item) {
                probe.onNext(item);
            }

            @Override
            public void onError(Throwable failure) {
                probe.onError(failure);
            }

            @Override
            public void onComplete() {
                probe.onComplete();
            }
        });
        probe.assertItems(1, 1).assertCompleted();
        return new WeakReference<>(held);
    }

    @Test
    void aSourceThatThrowsInsteadOfSubscribingFailsAfterOnSubscribe() {
        Many<Integer> broken = new Source<>() {
            @Override
            protected void start(Stage<? super Integer> stage, Root root, boolean few) {
                throw unexpected;
            }
        };
        Probe<Integer> probe = Probe.subscribeTo(broken);
        probe.assertFailed(unexpected::equals);
        assertEquals(List.of(), probe.brokenRules());
    }

    private final class Throwing implements Flow.Subscriber<Integer> {
        private final String where;

        Throwing(String where) {
            this.where = where;
        }

        private void at(String method) {
            if (method.equals(where)) {
                throw unexpected;
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
            at("onSubscribe");
        }

        @Override
        public void onNext(Integer item) {
            at("onNext");
        }

        @Override
        public void onError(Throwable failure) {
            assertTrue(failure instanceof IllegalArgumentException);
            at("onError");
        }

        @Override
        public void onComplete() {
            at("onComplete");
        }
    }
}
