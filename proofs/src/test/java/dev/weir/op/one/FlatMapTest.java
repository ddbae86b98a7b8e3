package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class FlatMapTest {
    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.flatMap(One::of));
            OneLaws.check(one -> one.flatMap(i -> One.of(i).delay(Duration.ofSeconds(1))));
            OneLaws.check(one -> one.then(One.of("next")));
            OneLaws.checkFunctionToOne((one, fault) -> one.flatMap(i -> fault.at(i, One.of(i))));
        }
    }

    @Test
    void runsOnNullToo() {
        assertEquals("got null", One.ofNull().flatMap(i -> One.of("got " + i)).await());
    }

    @Test
    void aFunctionThatReturnsNullIsNamed() {
        NullPointerException failure =
                assertThrows(NullPointerException.class, One.of(1).flatMap(i -> null)::await);
        assertEquals("flatMap: the function returned null where a One is due", failure.getMessage());
    }

    @Test
    void cancelsTheOneThatRunsNow() {
        List<String> endings = new ArrayList<>();
        CompletableFuture<Integer> first = new CompletableFuture<>();
        var subscription = One.from(first)
                .doFinally(ending -> endings.add("first " + ending))
                .flatMap(i -> One.never().doFinally(ending -> endings.add("second " + ending)))
                .subscribe();
        first.complete(1);
        subscription.cancel();
        assertEquals(List.of("first " + Ending.COMPLETED, "second " + Ending.CANCELLED), endings);
    }

    @Test
    void recursionDoesNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> {
            assertEquals(0, inLastPlace(1_000_000).await());
            assertEquals(1_000_000, notInLastPlace(1_000_000).await());
        });
    }

    private static One<Integer> inLastPlace(int n) {
        return One.of(n).flatMap(i -> i == 0 ? One.of(0) : inLastPlace(i - 1));
    }

    private static One<Integer> notInLastPlace(int n) {
        return n == 0
                ? One.of(0)
                : One.of(n).flatMap(i -> notInLastPlace(i - 1)).map(i -> i + 1);
    }

    @Test
    void recursionOverThreadsAndTimeDoesNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> {
            try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
                assertEquals(0, hopping(50_000, executor).await());
            }
            VirtualTime time = new VirtualTime();
            List<Integer> values = new ArrayList<>();
            delaying(50_000).withContext(context -> context.withClock(time)).subscribe(values::add);
            while (time.advanceToNext()) {}
            assertEquals(List.of(0), values);
        });
    }

    private static One<Integer> hopping(int n, ExecutorService executor) {
        return One.of(n).publishOn(executor).flatMap(i -> i == 0 ? One.of(0) : hopping(i - 1, executor));
    }

    private static One<Integer> delaying(int n) {
        return One.of(n).delay(Duration.ofMillis(1)).flatMap(i -> i == 0 ? One.of(0) : delaying(i - 1));
    }

    @Test
    void delaysUntilAnotherHasEnded() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.delayUntil(i -> One.ofVoid()));
            OneLaws.check(one -> one.delayUntil(i -> One.timer(Duration.ofSeconds(1))));
            OneLaws.checkFunctionToOne((one, fault) -> one.delayUntil(i -> fault.at(1, One.of(5))));
        }
        List<String> calls = new ArrayList<>();
        assertEquals(
                1,
                One.of(1)
                        .delayUntil(i -> One.supply(() -> calls.add("until " + i)))
                        .await());
        assertEquals(List.of("until 1"), calls);
        assertThrows(
                IllegalStateException.class, One.of(1).delayUntil(i -> One.fail(IllegalStateException::new))::await);
    }
}
