package dev.weir.op.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SubscribeOnTest {
    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("subscribing").start(task);

    private final VirtualTime time = new VirtualTime();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.subscribeOn(Runnable::run));
        OperatorLaws.of(many -> many.subscribeOn(THREADS).filter(i -> i % 2 == 0))
                .asynchronous()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).subscribeOn(THREADS));
    }

    @Test
    void subscribesOnTheExecutor() {
        Many<String> thread = Many.defer(() -> Many.of(Thread.currentThread().getName()));
        Probe.subscribeTo(thread.subscribeOn(THREADS)).awaitEnd().assertItems("subscribing");
    }

    @Test
    void doesNothingBeforeTheTaskRuns() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().subscribeOn(time.executor()), 3);
        assertEquals(0, source.subscriptions());
        runTasks();
        source.assertRequested(3).next(1).complete();
        probe.assertItems(1).assertCompleted();
    }

    @Test
    void whatIsCancelledBeforeTheTaskRunsIsNotSubscribedTo() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Integer> items = new ArrayList<>();
        Cancellable subscription = source.many().subscribeOn(time.executor()).subscribe(items::add);
        subscription.cancel();
        runTasks();
        assertEquals(0, source.subscriptions());
        assertEquals(List.of(), items);
    }

    @Test
    void asAFlowPublisherItIsSubscribedToAtOnce() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1, 2).subscribeOn(time.executor()), 1);
        probe.cancel();
        runTasks();
        probe.assertItems();
    }

    @Test
    void aRejectedTaskFails() {
        TestPublisher<Integer> source = TestPublisher.create();
        Executor rejecting = task -> {
            throw new RejectedExecutionException("no more");
        };
        Probe.subscribeTo(source.many().subscribeOn(rejecting), 1).assertFailed(RejectedExecutionException.class);
        assertEquals(0, source.subscriptions());
    }

    /** It ends once, and what is thrown besides goes on. */
    @Test
    void anExecutorThatThrowsBehindTheTaskEndsNothing() {
        Executor throwing = task -> {
            task.run();
            throw new RejectedExecutionException("no more");
        };
        List<String> ends = new ArrayList<>();
        Many<Integer> one = Many.of(1)
                .subscribeOn(throwing)
                .doOnComplete(() -> ends.add("completed"))
                .doOnError(failure -> ends.add("failed"));
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(one).assertItems(1).assertCompleted();
            assertEquals("no more", dropped.failures().getFirst().getMessage());
        }
        assertEquals(List.of("completed"), ends);
    }

    @Test
    void whatTheJvmMayNotSurviveIsToldOnce() {
        List<String> ends = new ArrayList<>();
        Many<Integer> fatal = Many.of(1)
                .<Integer>map(i -> {
                    throw new InternalError("expected by the test");
                })
                .subscribeOn(Runnable::run)
                .doOnError(failure -> ends.add(failure.getMessage()));
        assertThrows(InternalError.class, () -> fatal.subscribe(item -> {}, failure -> {}, () -> {}));
        assertEquals(List.of("expected by the test"), ends);
    }

    /** Nobody hears of it who has gone before. */
    @Test
    void aRejectionAfterTheCancellationEndsNothing() {
        Probe<Integer> probe = Probe.demanding(0);
        Executor rejecting = task -> {
            probe.cancel();
            throw new RejectedExecutionException("no more");
        };
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many.of(1).subscribeOn(rejecting).subscribe(probe);
            probe.assertNothing();
            assertEquals("no more", dropped.failures().getFirst().getMessage());
        }
    }

    private void runTasks() {
        time.advance(Duration.ZERO);
    }
}
