package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SubscribeOnTest {
    private final List<Object> outcomes = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of((one, time) -> one.subscribeOn(time.executor())).check();
            OneLaws.check(one -> one.subscribeOn(Runnable::run));
        }
    }

    @Test
    void runsOnTheExecutor() throws Exception {
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Thread worker = executor.submit(Thread::currentThread).get();
            for (int i = 0; i < 1_000; i++) {
                assertSame(
                        worker,
                        One.supply(Thread::currentThread).subscribeOn(executor).await());
            }
        }
    }

    @Test
    void aRejectedTaskIsAFailure() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        One.of(1)
                .subscribeOn(task -> {
                    throw rejection;
                })
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(rejection), outcomes);
    }

    @Test
    void cancelledBeforeTheExecutorRunsItNothingRuns() {
        VirtualTime time = new VirtualTime();
        One.supply(() -> outcomes.add("ran"))
                .subscribeOn(time.executor())
                .subscribe()
                .cancel();
        time.advanceToNext();
        assertEquals(List.of(), outcomes);
    }

    @Test
    void cancelledLaterItReachesTheSource() {
        VirtualTime time = new VirtualTime();
        var subscription = One.never()
                .doFinally(outcomes::add)
                .subscribeOn(time.executor())
                .subscribe();
        time.advanceToNext();
        subscription.cancel();
        assertEquals(List.of(Ending.CANCELLED), outcomes);
    }

    @Test
    void whatHasNotBegunIsNoValueThatIsLost() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        AtomicReference<Cancellable> running = new AtomicReference<>();
        running.set(One.from(first)
                .flatMap(value -> {
                    running.get().cancel();
                    return One.of(2).subscribeOn(Runnable::run);
                })
                .onUndelivered(Object.class, outcomes::add)
                .subscribe());
        first.complete(1);
        assertEquals(List.of(), outcomes);
    }
}
