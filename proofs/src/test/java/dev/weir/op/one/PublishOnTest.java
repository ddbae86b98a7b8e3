package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class PublishOnTest {
    private final List<Object> outcomes = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of((one, time) -> one.publishOn(time.executor())).check();
            OneLaws.check(one -> one.publishOn(Runnable::run));
        }
    }

    @Test
    void theOutcomeIsOnTheExecutor() throws Exception {
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Thread worker = executor.submit(Thread::currentThread).get();
            for (int i = 0; i < 1_000; i++) {
                assertSame(
                        worker,
                        One.of(1)
                                .publishOn(executor)
                                .map(x -> Thread.currentThread())
                                .await());
            }
            One<Thread> recovered = One.<Thread>fail(IllegalStateException::new)
                    .publishOn(executor)
                    .onErrorReturn(failure -> Thread.currentThread());
            assertSame(worker, recovered.await());
        }
    }

    @Test
    void goesOnThereWhileTheSubscriberIsStillBusyWithTheHandover() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        One<Integer> one = One.of(1)
                .publishOn(task -> {
                    Thread.startVirtualThread(task);
                    Threads.await(arrived);
                })
                .doOnValue(value -> {
                    threads.add(Thread.currentThread());
                    arrived.countDown();
                });
        assertEquals(1, one.await());
        assertNotSame(Thread.currentThread(), threads.getFirst());
    }

    @Test
    void aRejectedTaskIsAFailure() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        One.of(1)
                .publishOn(task -> {
                    throw rejection;
                })
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(rejection), outcomes);
    }

    @Test
    void aRejectedFailureIsKept() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        IllegalStateException failure = new IllegalStateException("broken");
        One.fail(() -> failure)
                .publishOn(task -> {
                    throw rejection;
                })
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(rejection), outcomes);
        assertSame(failure, rejection.getSuppressed()[0]);
    }

    @Test
    void cancelledBeforeTheExecutorRunsIt() {
        VirtualTime time = new VirtualTime();
        One.of(1).publishOn(time.executor()).subscribe(outcomes::add).cancel();
        time.advanceToNext();
        assertEquals(List.of(), outcomes);
    }
}
