package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllTest {
    private final List<CompletableFuture<Integer>> stages = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();

    private One<Integer> one() {
        return One.from(() -> {
                    CompletableFuture<Integer> stage = new CompletableFuture<>();
                    stages.add(stage);
                    return stage;
                })
                .doFinally(endings::add);
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.all(List.of(One.of(1), one, One.of(2))));
            OneLaws.check(one -> One.all(List.of(one), 1));
        }
    }

    @Test
    void givesTheValuesInOrder() {
        One.all(List.of(one(), one(), one())).subscribe(outcomes::add);
        stages.get(2).complete(3);
        stages.get(0).complete(1);
        stages.get(1).complete(null);
        assertEquals(List.of(Arrays.asList(1, null, 3)), outcomes);
    }

    @Test
    void ofNoneIsAnEmptyList() {
        assertEquals(List.of(), One.all(List.<One<Integer>>of()).await());
    }

    @Test
    void runsNoMoreThanTheConcurrencyAtOnce() {
        One.all(List.of(one(), One.of(5), one(), one()), 2).subscribe(outcomes::add);
        assertEquals(2, stages.size());
        stages.get(1).complete(2);
        assertEquals(3, stages.size());
        stages.get(0).complete(1);
        stages.get(2).complete(3);
        assertEquals(List.of(List.of(1, 5, 2, 3)), outcomes);
    }

    @Test
    void theFirstFailureCancelsTheOthersAndStartsNoMore() {
        IllegalStateException failure = new IllegalStateException("broken");
        One.all(List.of(one(), one(), one()), 2).subscribe(outcomes::add, outcomes::add);
        stages.get(1).completeExceptionally(failure);
        assertEquals(List.of(failure), outcomes);
        assertEquals(List.of(Ending.FAILED, Ending.CANCELLED), endings);
        assertEquals(2, stages.size());
    }

    @Test
    void aFailureAtOnceCancelsTheOthers() {
        IllegalStateException failure = new IllegalStateException("broken");
        One.all(List.of(one(), One.fail(() -> failure), one())).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(failure), outcomes);
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void cancelsAll() {
        Cancellable subscription = One.all(List.of(one(), one())).subscribe();
        subscription.cancel();
        assertEquals(List.of(Ending.CANCELLED, Ending.CANCELLED), endings);
    }

    @Test
    void cancelledWhileItStartsOneItCancelsThatToo() {
        List<Cancellable> subscription = new ArrayList<>();
        One<Integer> cancelling = One.defer(() -> {
            subscription.getFirst().cancel();
            return One.<Integer>never().doFinally(endings::add);
        });
        subscription.add(One.all(List.of(one(), cancelling, one()), 1).subscribe(outcomes::add));
        stages.getFirst().complete(1);
        assertEquals(List.of(Ending.COMPLETED, Ending.CANCELLED), endings);
        assertEquals(1, stages.size());
        assertEquals(List.of(), outcomes);
    }

    @Test
    void asksTheIterableForEachSubscription() {
        AtomicInteger iterators = new AtomicInteger();
        Iterable<One<Integer>> ones = () -> {
            iterators.incrementAndGet();
            return List.of(One.of(1)).iterator();
        };
        One<List<Integer>> all = One.all(ones);
        assertEquals(0, iterators.get());
        all.await();
        all.await();
        assertEquals(2, iterators.get());
    }

    @Test
    void anIterableThatFailsFailsTheOneAndCancels() {
        IllegalStateException thrown = new IllegalStateException("broken");
        Iterable<One<Integer>> ones = () -> new Iterator<>() {
            private boolean first = true;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public One<Integer> next() {
                if (first) {
                    first = false;
                    return one();
                }
                throw thrown;
            }
        };
        One.all(ones).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(thrown), outcomes);
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void aNullInTheIterableIsNamed() {
        List<One<Integer>> ones = new ArrayList<>();
        ones.add(null);
        NullPointerException failure = assertThrows(NullPointerException.class, One.all(ones)::await);
        assertEquals("all: a One in the iterable is null", failure.getMessage());
    }

    @Test
    void refusesNoConcurrency() {
        assertThrows(IllegalArgumentException.class, () -> One.all(List.<One<Integer>>of(), 0));
    }

    @Test
    void theListIsTheReceiversOwnAndCannotBeChanged() {
        One<List<Integer>> all = One.all(List.of(One.of(1)));
        assertThrows(UnsupportedOperationException.class, () -> all.await().add(2));
    }

    @Test
    void manyThreadsEndAtOnce() {
        List<One<Integer>> ones = IntStream.range(0, 2_000)
                .mapToObj(i -> i % 3 == 0 ? One.of(i) : One.blocking(() -> i))
                .toList();
        for (int concurrency : new int[] {1, 7, Integer.MAX_VALUE}) {
            assertEquals(
                    IntStream.range(0, 2_000).boxed().toList(),
                    One.all(ones, concurrency).await());
        }
    }

    @Test
    void manyThatEndAtOnceDoNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> {
            List<One<Integer>> ones = IntStream.range(0, 100_000)
                    .mapToObj(i -> One.of(i).publishOn(Runnable::run))
                    .toList();
            assertEquals(100_000, One.all(ones, 1).await().size());
        });
    }

    @Test
    void zipsThreeAndFour() {
        One<Integer> one = One.of(1);
        OneLaws.check(source -> One.zip(source, one, One.of(2).delay(Duration.ofSeconds(1)), (a, b, c) -> a + b + c));
        assertEquals(3, One.zip(one, one, one, (a, b, c) -> a + b + c).await());
        assertEquals(
                4, One.zip(one, one, one, one, (a, b, c, d) -> a + b + c + d).await());
    }

    @Test
    void aFailureThatIsReceivedIsNotReported() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        List<Object> failures = new ArrayList<>();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            One.all(List.of(One.from(stage), One.of(1))).subscribe(all -> {}, failures::add);
            stage.completeExceptionally(new IllegalStateException("broken"));
            assertEquals(1, failures.size());
            assertEquals(List.of(), dropped.failures());
        }
    }
}
