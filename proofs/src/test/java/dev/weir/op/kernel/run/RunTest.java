package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.one.DoFinally;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RunTest {
    private final List<Object> outcomes = new CopyOnWriteArrayList<>();
    private final List<Object> happened = new CopyOnWriteArrayList<>();
    private final IllegalStateException failure = new IllegalStateException("broken");

    /** A pending step whose start is the test's. */
    private static final class Hand extends Pending {
        private final Consumer<Hand> starting;

        Hand(Consumer<Hand> starting) {
            this.starting = starting;
        }

        Hand() {
            this(hand -> {});
        }

        @Override
        protected void start(Run run) {
            starting.accept(this);
        }
    }

    /** A run whose outcome is the test's. */
    private static final class Watched extends Run {
        private final Consumer<Object> receiver;

        Watched(Consumer<Object> receiver) {
            super(Context.empty(), 0);
            this.receiver = receiver;
        }

        @Override
        protected void ended(Object outcome) {
            receiver.accept(outcome);
        }
    }

    /** A lambda that goes on with the value. */
    private interface Next extends Continuation {
        @Override
        Object resume(Object value, Run run, int depth);
    }

    /** Goes on with what the test says, and notes a cancellation. */
    private Continuation then(String name, Object next) {
        return new Continuation() {
            @Override
            public Object resume(Object value, Run run, int depth) {
                happened.add(name + " " + value);
                return next;
            }

            @Override
            public Context cancelled(Context seen) {
                happened.add(name + " cancelled");
                return seen;
            }
        };
    }

    private static One<Object> step(Object polled) {
        return new Step<>(1) {
            @Override
            public Object poll(Run run, int depth) {
                return polled;
            }
        };
    }

    private Run start(Object polled) {
        return start(step(polled), outcomes::add);
    }

    private static Run start(One<?> one, Consumer<Object> receiver) {
        Run run = new Watched(receiver);
        run.start(one);
        return run;
    }

    private static Pending with(Pending pending, Continuation... thens) {
        for (Continuation then : thens) {
            pending.through(then, new Watched(outcome -> {}), 0);
        }
        return pending;
    }

    // ---------------------------------------------------------------- without waiting

    @Test
    void whatIsThereIsGivenAtOnce() {
        start(1).cancel();
        assertEquals(List.of(1), outcomes);
    }

    @Test
    void aStepThatThrowsFails() {
        start(
                new Step<>(1) {
                    @Override
                    public Object poll(Run run, int depth) {
                        throw failure;
                    }
                },
                outcomes::add);
        assertSame(failure, assertInstanceOf(Failure.class, outcomes.getFirst()).error());
    }

    @Test
    void aStartThatThrowsFails() {
        start(new Hand(hand -> {
            throw failure;
        }));
        assertSame(failure, assertInstanceOf(Failure.class, outcomes.getFirst()).error());
    }

    @Test
    void aThenThatThrowsFails() {
        start(with(new Hand(hand -> hand.accept(1)), (Next) (value, self, depth) -> {
            throw failure;
        }));
        assertSame(failure, assertInstanceOf(Failure.class, outcomes.getFirst()).error());
    }

    @Test
    void whatWaitsBehindAStepThatEndedInItsStartIsCancelled() {
        AtomicInteger cancels = new AtomicInteger();
        Hand second = new Hand(hand -> hand.onCancel(cancels::incrementAndGet));
        Run run = start(with(new Hand(hand -> hand.accept(1)), then("first", with(second, then("second", 2)))));
        assertTrue(run.stop());
        second.accept(3);
        assertEquals(1, cancels.get());
        assertEquals(List.of("first 1", "second cancelled"), happened);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void afterStepsThatEndedInTheirStartsNothingIsCancelled() {
        Hand first = new Hand(hand -> hand.accept(1));
        Run run = start(with(first, then("first", 2)));
        run.cancel();
        first.accept(3);
        assertEquals(List.of(2), outcomes);
        assertEquals(List.of("first 1"), happened);
    }

    @Test
    void stepsThatEndInTheirStartDoNotGrowTheStack() throws Exception {
        int[] left = {1_000_000};
        Threads.onFreshThread(() -> start(chain(left)));
        assertEquals(List.of("end"), outcomes);
    }

    private static Pending chain(int[] left) {
        return new Hand(hand -> hand.accept(--left[0] == 0 ? "end" : chain(left)));
    }

    // ---------------------------------------------------------------- the outcome comes

    @Test
    void goesOnWhenTheOutcomeComes() {
        Hand hand = new Hand();
        start(with(hand, then("a", 2), then("b", 3)));
        assertEquals(List.of(), outcomes);
        hand.accept(1);
        assertEquals(List.of("a 1", "b 2"), happened);
        assertEquals(List.of(3), outcomes);
    }

    @Test
    void aPendingOutcomeIsWaitedForBeforeTheRest() {
        Hand first = new Hand();
        Hand second = new Hand();
        start(with(first, then("a", with(second, then("b", 3))), then("c", 4)));
        first.accept(1);
        second.accept(2);
        assertEquals(List.of("a 1", "b 2", "c 3"), happened);
        assertEquals(List.of(4), outcomes);
    }

    @Test
    void aSecondOutcomeIsDroppedAlsoWhenALaterStepWaits() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            Hand first = new Hand();
            Hand second = new Hand();
            start(with(first, then("a", second)));
            first.accept(1);
            first.accept(2);
            first.accept(new Failure(failure, null));
            assertEquals(List.of(), outcomes);
            second.accept(3);
            second.accept(4);
            assertEquals(List.of(3), outcomes);
            assertEquals(List.of(failure), drops.failures());
        }
    }

    @Test
    void aStartThatThrowsAfterItsOutcomeKeepsTheOutcome() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            start(new Hand(hand -> {
                hand.accept(1);
                throw failure;
            }));
            assertEquals(List.of(1), outcomes);
            assertEquals(List.of(failure), drops.failures());
        }
    }

    @Test
    void goesOnOnTheOtherThreadWhileTheFirstIsStillInTheStart() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch ended = new CountDownLatch(1);
        start(
                step(new Hand(hand -> {
                    Threads.start(() -> hand.accept(1));
                    Threads.await(ended);
                })),
                outcome -> {
                    threads.add(Thread.currentThread());
                    outcomes.add(outcome);
                    ended.countDown();
                });
        assertEquals(List.of(1), outcomes);
        assertNotSame(Thread.currentThread(), threads.getFirst());
    }

    @Test
    void aStartThatIsOvertakenDoesNotTouchTheNextStep() throws Exception {
        Hand second = new Hand(hand -> hand.onCancel(() -> happened.add("second cancelled")));
        Hand first = new Hand(hand -> {
            try {
                Threads.join(Threads.start(() -> hand.accept(1)));
            } catch (Exception thrown) {
                throw new AssertionError(thrown);
            }
            hand.onCancel(() -> happened.add("first cancelled"));
        });
        Cancellable run = start(with(first, then("a", second)));
        run.cancel();
        assertEquals(List.of("a 1", "second cancelled"), happened);
    }

    // ---------------------------------------------------------------- cancellation

    @Test
    void cancellingStopsWhatIsWaitedForAndTellsTheRest() {
        Hand hand = new Hand(self -> self.onCancel(() -> happened.add("stopped")));
        Cancellable run = start(with(hand, then("a", 1), then("b", 2)));
        run.cancel();
        run.cancel();
        hand.accept(1);
        assertEquals(List.of("stopped", "a cancelled", "b cancelled"), happened);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void aFailureAfterTheCancellationIsDropped() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            Hand hand = new Hand();
            start(hand).cancel();
            hand.accept(new Failure(failure, null));
            assertEquals(List.of(failure), drops.failures());
        }
    }

    @Test
    void aPendingStepAfterTheCancellationIsNotBegunButItsStepsAreTold() {
        Hand hand = new Hand();
        start(hand).cancel();
        hand.accept(with(new Hand(second -> happened.add("begun")), then("a", 1)));
        assertEquals(List.of("a cancelled"), happened);
    }

    @Test
    void cancelledInsideAStart() {
        List<Run> run = new ArrayList<>();
        Hand second = new Hand(hand -> {
            run.getFirst().cancel();
            assertTrue(!hand.onCancel(() -> happened.add("stopped")));
            hand.accept(2);
        });
        Hand first = new Hand();
        run.add(start(with(first, then("a", second), then("b", 3))));
        first.accept(1);
        assertEquals(List.of("a 1", "b cancelled", "stopped"), happened);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void cancelledBetweenTwoSteps() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            List<Run> run = new ArrayList<>();
            Hand hand = new Hand();
            run.add(start(with(
                    hand,
                    (Next) (value, self, depth) -> {
                        run.getFirst().cancel();
                        return new Failure(failure, null);
                    },
                    then("b", 3))));
            hand.accept(1);
            assertEquals(List.of("b cancelled"), happened);
            assertEquals(List.of(), outcomes);
            assertEquals(List.of(failure), drops.failures());
        }
    }

    @Test
    void cancelledByTheLastStep() {
        List<Run> run = new ArrayList<>();
        Hand hand = new Hand();
        run.add(start(with(hand, (Next) (value, self, depth) -> {
            run.getFirst().cancel();
            return 1;
        })));
        hand.accept(1);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void cancelledByTheReceiverItHasEndedAlready() {
        List<Run> run = new ArrayList<>();
        Hand hand = new Hand(self -> self.onCancel(() -> happened.add("stopped")));
        run.add(start(step(hand), outcome -> {
            run.getFirst().cancel();
            outcomes.add(outcome);
        }));
        hand.accept(1);
        assertEquals(List.of(), happened);
        assertEquals(List.of(1), outcomes);
    }

    @Test
    void whatThrowsWhileItIsCancelledStopsNobodyElse() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            Hand hand = new Hand(self -> self.onCancel(() -> {
                throw failure;
            }));
            Continuation throwing = new DoFinally<>(One.never(), _ -> {
                throw failure;
            });
            start(with(hand, throwing, then("b", 1))).cancel();
            assertEquals(List.of("b cancelled"), happened);
            assertEquals(List.of(failure, failure), drops.failures());
        }
    }

    @Test
    void cancelledBeforeItBeginsNothingIsPolled() {
        Run run = new Watched(outcomes::add);
        run.makeKnown();
        assertTrue(run.stop());
        run.start(One.supply(() -> happened.add("polled")));
        assertEquals(List.of(), happened);
        Run other = new Watched(outcomes::add);
        other.makeKnown();
        other.cancel();
        other.goOn(with(new Hand(hand -> happened.add("begun")), then("a", 1)));
        assertEquals(List.of("a cancelled"), happened);
        assertEquals(List.of(), outcomes);
    }

    // ---------------------------------------------------------------- races

    @Test
    void outcomeAndCancellationAtOnce() throws Exception {
        for (int round = 0; round < 5_000; round++) {
            AtomicInteger given = new AtomicInteger();
            AtomicInteger cancelled = new AtomicInteger();
            Hand hand = new Hand();
            Continuation counting = new Continuation() {
                @Override
                public Object resume(Object value, Run run, int depth) {
                    given.incrementAndGet();
                    return value;
                }

                @Override
                public Context cancelled(Context seen) {
                    cancelled.incrementAndGet();
                    return seen;
                }
            };
            AtomicInteger received = new AtomicInteger();
            Cancellable run = start(step(with(hand, counting)), outcome -> received.incrementAndGet());
            CyclicBarrier barrier = new CyclicBarrier(2);
            Threads.Task giving = Threads.start(() -> {
                barrier.await();
                hand.accept(1);
            });
            barrier.await();
            run.cancel();
            Threads.join(giving);
            assertEquals(1, given.get() + cancelled.get());
            assertTrue(received.get() <= given.get());
        }
    }

    @Test
    void outcomesThatRaceWithTheEndOfTheStart() throws Exception {
        for (int round = 0; round < 5_000; round++) {
            List<Threads.Task> tasks = new CopyOnWriteArrayList<>();
            CountDownLatch ended = new CountDownLatch(1);
            AtomicInteger received = new AtomicInteger();
            Continuation again = new Continuation() {
                private int left = 3;

                @Override
                public Object resume(Object value, Run run, int depth) {
                    return left-- == 0 ? value : with(racing(tasks), this);
                }
            };
            start(step(with(racing(tasks), again)), outcome -> {
                received.incrementAndGet();
                ended.countDown();
            });
            Threads.await(ended);
            for (Threads.Task task : tasks) {
                Threads.join(task);
            }
            assertEquals(1, received.get());
        }
    }

    @Test
    void oneAloneHasCancelledIt() {
        Run run = new Watched(happened::add);
        run.start(One.never());
        assertTrue(run.stop());
        assertFalse(run.stop());
        assertEquals(List.of(), happened);
    }

    @Test
    void whatIsDroppedBeforeItBeginsIsToldWhereItWas() {
        Run run = new Watched(happened::add);
        run.makeKnown();
        List<Object> told = new ArrayList<>();
        run.start(One.of(1)
                .doOnValue(value -> run.cancel())
                .delay(Duration.ofDays(1))
                .onUndelivered(Integer.class, told::add));
        assertEquals(List.of(1), told);
        assertEquals(List.of(), happened);
    }

    private static Hand racing(List<Threads.Task> tasks) {
        return new Hand(hand -> tasks.add(Threads.start(() -> hand.accept(1))));
    }
}
