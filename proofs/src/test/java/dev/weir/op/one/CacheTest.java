package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CacheTest {
    private final List<CompletableFuture<Integer>> stages = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();
    private final One<Integer> cached = One.from(() -> {
                CompletableFuture<Integer> stage = new CompletableFuture<>();
                stages.add(stage);
                return stage;
            })
            .doFinally(endings::add)
            .cache();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.cache()).shared().check();
        }
    }

    @Test
    void runsOnceForAll() {
        assertEquals(0, stages.size());
        cached.subscribe(outcomes::add);
        cached.subscribe(outcomes::add);
        assertEquals(1, stages.size());
        stages.getFirst().complete(1);
        cached.subscribe(outcomes::add);
        assertEquals(List.of(1, 1, 1), outcomes);
        assertEquals(1, stages.size());
    }

    @Test
    void keepsAFailureAndNull() {
        IllegalStateException failure = new IllegalStateException("broken");
        One<Integer> failing = One.<Integer>fail(() -> failure).cache();
        assertSame(failure, assertThrows(IllegalStateException.class, failing::await));
        assertSame(failure, assertThrows(IllegalStateException.class, failing::await));
        AtomicInteger runs = new AtomicInteger();
        One<Object> none = One.supply(() -> {
                    runs.incrementAndGet();
                    return null;
                })
                .cache();
        assertNull(none.await());
        assertNull(none.await());
        assertEquals(1, runs.get());
    }

    @Test
    void isCancelledWithItsLastWaiterAndRunsAnewAfterwards() {
        Cancellable first = cached.subscribe(outcomes::add);
        Cancellable second = cached.subscribe(outcomes::add);
        first.cancel();
        first.cancel();
        assertEquals(List.of(), endings);
        second.cancel();
        assertEquals(List.of(Ending.CANCELLED), endings);
        cached.subscribe(outcomes::add);
        assertEquals(2, stages.size());
        stages.get(0).complete(1);
        assertEquals(List.of(), outcomes);
        stages.get(1).complete(2);
        assertEquals(List.of(2), outcomes);
    }

    @Test
    void aWaiterThatSubscribesAgainGetsTheOutcome() {
        cached.subscribe(value -> cached.subscribe(outcomes::add));
        stages.getFirst().complete(1);
        assertEquals(List.of(1), outcomes);
    }

    @Test
    void aWaiterThatCancelsAnotherIsHeard() {
        List<Cancellable> others = new ArrayList<>();
        cached.subscribe(value -> others.getFirst().cancel());
        others.add(cached.subscribe(outcomes::add));
        stages.getFirst().complete(1);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void aSourceThatCancelsItsOnlyWaiterIsCancelled() {
        List<Cancellable> waiter = new ArrayList<>();
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        One<Integer> one = One.from(stage)
                .doOnValue(value -> waiter.getFirst().cancel())
                .doFinally(endings::add)
                .cache();
        waiter.add(one.subscribe(outcomes::add));
        stage.complete(1);
        assertEquals(List.of(Ending.CANCELLED), endings);
        assertEquals(List.of(), outcomes);
        assertEquals(1, one.map(value -> value).onErrorReturn(failure -> -1).await());
    }

    @Test
    void letsGoOfTheSource() {
        WeakReference<Object> source = new WeakReference<>(new Object());
        One<Integer> one = holding(source);
        assertEquals(1, one.await());
        for (int i = 0; i < 50 && source.get() != null; i++) {
            System.gc();
        }
        assertNull(source.get());
        assertEquals(1, one.await());
    }

    private static One<Integer> holding(WeakReference<Object> reference) {
        Object held = reference.get();
        return One.supply(() -> held == null ? 0 : 1).cache();
    }

    @Test
    void manyThreadsRunItOnce() throws Exception {
        for (int round = 0; round < 500; round++) {
            AtomicInteger runs = new AtomicInteger();
            One<Integer> one = One.supply(runs::incrementAndGet).cache();
            CyclicBarrier barrier = new CyclicBarrier(4);
            List<Threads.Task> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tasks.add(Threads.start(() -> {
                    barrier.await();
                    assertEquals(1, one.await());
                }));
            }
            for (Threads.Task task : tasks) {
                Threads.join(task);
            }
            assertEquals(1, runs.get());
        }
    }

    @Test
    void anOutcomeThatComesAsItsLastWaiterLeavesIsNotTakenForTheNextRuns() throws Exception {
        for (int round = 0; round < 5_000; round++) {
            List<CompletableFuture<Integer>> runs = new ArrayList<>();
            One<Integer> one = One.from(() -> {
                        runs.add(new CompletableFuture<>());
                        return runs.getLast();
                    })
                    .cache();
            List<Integer> values = new CopyOnWriteArrayList<>();
            Cancellable leaving = one.subscribe();
            CyclicBarrier barrier = new CyclicBarrier(2);
            Threads.Task ending = Threads.start(() -> {
                barrier.await();
                runs.getFirst().complete(1);
            });
            barrier.await();
            leaving.cancel();
            one.subscribe(values::add);
            Threads.join(ending);
            assertEquals(runs.size() == 1 ? List.of(1) : List.of(), values);
        }
    }

    @Test
    void leavingAndJoiningAtOnceLeavesNobodyWaiting() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            AtomicInteger runs = new AtomicInteger();
            One<Integer> one = One.blocking(runs::incrementAndGet).cache();
            Cancellable leaving = one.subscribe();
            Threads.Task task = Threads.start(leaving::cancel);
            Integer value = one.await();
            Threads.join(task);
            assertEquals(value, one.await());
        }
    }

    @Test
    void aFailureIsReportedAsDroppedOnlyIfNobodyReceivesIt() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            cached.subscribe(outcomes::add, outcomes::add);
            stages.getFirst().completeExceptionally(new IllegalStateException("broken"));
            assertEquals(1, outcomes.size());
            assertEquals(List.of(), dropped.failures());
        }
    }

    private static List<CompletableFuture<Integer>> three(One<Integer> cached) {
        return Stream.generate(cached::toCompletionStage)
                .limit(3)
                .map(CompletionStage::toCompletableFuture)
                .toList();
    }

    @Test
    void allAreToldOfWhatTheJvmMayNotSurvive() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        One<Integer> cached = One.from(source).cache();
        List<CompletableFuture<Integer>> all = three(cached);
        source.completeExceptionally(new InternalError("planned"));
        assertTrue(all.stream().allMatch(CompletableFuture::isCompletedExceptionally), all::toString);
    }

    @Test
    void thoseWhoWaitForEachOtherAreToldOnAFlatStack() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        One<Integer> last = One.from(source);
        CompletableFuture<Integer> waiting = new CompletableFuture<>();
        for (int i = 0; i < 100_000; i++) {
            last = last.map(n -> n + 1).cache();
            waiting = last.toCompletionStage().toCompletableFuture();
        }
        source.complete(0);
        assertEquals(100_000, waiting.getNow(-1));
    }

    @Test
    void thoseWhoWaitForEachOtherAloneAreToldOnAFlatStack() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        One<Integer> last = One.from(source);
        List<Integer> outcomes = new ArrayList<>();
        Cancellable before = () -> {};
        for (int i = 0; i < 100_000; i++) {
            last = last.map(n -> n + 1).cache();
            Cancellable own = last.subscribe(outcomes::add);
            before.cancel(); // the next one waits in its place
            before = own;
        }
        source.complete(0);
        assertEquals(List.of(100_000), outcomes);
    }

    /** A function of one who is told has others told, and needs them. */
    @Test
    void othersAreToldAtOnceWhileAllAreTold() {
        CompletableFuture<Integer> outer = new CompletableFuture<>();
        CompletableFuture<Integer> inner = new CompletableFuture<>();
        One<Integer> cached = One.from(outer).cache();
        List<CompletableFuture<Integer>> all = three(One.from(inner).cache());
        CompletableFuture<Boolean> told = cached.map(_ -> {
                    inner.complete(1);
                    return all.stream().allMatch(CompletableFuture::isDone);
                })
                .toCompletionStage()
                .toCompletableFuture();
        cached.subscribe();
        outer.complete(0);
        assertTrue(told.getNow(false));
    }

    /** Also where the stack is kept flat: what a stream there does next may need those who wait. */
    @Test
    void allAreToldAtOnceAndNothingIsDroppedThen() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        One<Integer> cached = One.from(source).cache();
        List<CompletableFuture<Integer>> all = three(cached);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            List<Boolean> told = Many.of(1)
                    .subscribeOn(Thread::startVirtualThread)
                    .map(i -> {
                        source.completeExceptionally(new IllegalStateException("planned"));
                        return all.stream().allMatch(CompletableFuture::isDone);
                    })
                    .toList()
                    .await();
            assertEquals(List.of(true), told);
            assertEquals(List.of(), dropped.failures());
        }
    }
}
