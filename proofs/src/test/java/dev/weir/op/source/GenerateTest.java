package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.Out;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class GenerateTest {
    @Test
    void laws() {
        OperatorLaws.ofSource(() -> count(10)).asynchronous().check();
        OperatorLaws.ofSource(() -> count(10).filter(i -> i % 2 == 1))
                .asynchronous()
                .check();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            OperatorLaws.ofSource(GenerateTest::failing).asynchronous().check();
            assertTrue(dropped.failures().stream().allMatch(failure -> failure instanceof IOException));
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(GenerateTest::count);
    }

    private static Many<Long> count(long n) {
        return Many.generate(out -> {
            for (long i = 0; i < n; i++) {
                out.emit(i);
            }
        });
    }

    @Test
    void theBodyBeginsWithTheFirstRequestOnAVirtualThread() {
        CompletableFuture<Thread> began = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(Many.generate(out -> began.complete(Thread.currentThread())), 0);
        assertFalse(began.isDone());
        probe.request(1);
        probe.awaitEnd().assertItems().assertCompleted();
        assertTrue(began.join().isVirtual());
        assertEquals("weir-generate", began.join().getName());
    }

    @Test
    void emitWaitsForDemand() {
        CompletableFuture<Void> past = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.generate(out -> {
                    out.emit(1);
                    out.emit(2);
                    past.complete(null);
                }),
                1);
        probe.awaitItems(1).assertItems(1).assertNotEnded();
        assertFalse(past.isDone());
        probe.request(1);
        probe.awaitEnd().assertItems(1, 2).assertCompleted();
    }

    @Test
    void aBodyThatWaitsForDemandSeesTheCancellation() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(seeing(seen), 1);
        probe.awaitItems(1).cancel();
        CancellationException thrown = (CancellationException) seen.get(10, TimeUnit.SECONDS);
        assertEquals("the subscriber of this generate(..) has gone", thrown.getMessage());
        probe.assertItems(1).assertNotEnded();
    }

    @Test
    void aBodyThatEmitsSeesTheCancellationAtItsNextItem() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> same.cancel());
        seeing(seen).subscribe(probe);
        assertTrue(seen.get(10, TimeUnit.SECONDS) instanceof CancellationException);
        probe.assertItems(1).assertNotEnded();
    }

    private static Many<Integer> seeing(CompletableFuture<Throwable> seen) {
        return Many.generate(out -> {
            try {
                out.emit(1);
                out.emit(2);
            } catch (CancellationException cancelled) {
                assertThrows(CancellationException.class, () -> out.emit(3));
                seen.complete(cancelled);
                throw cancelled;
            }
        });
    }

    @Test
    void whatABodyThrowsAfterTheCancellationIsDroppedUnlessItIsThat() throws Exception {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            leave(new CancellationException("gone"));
            leave(new IOException("no cleanup"));
            assertEquals(
                    List.of("no cleanup"),
                    dropped.failuresOf("left").stream()
                            .map(Throwable::getMessage)
                            .toList());
        }
    }

    private static void leave(Exception failure) throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.<Integer>generate(out -> {
                            thread.complete(Thread.currentThread());
                            out.emit(1);
                            assertThrows(CancellationException.class, () -> out.emit(2));
                            throw failure;
                        })
                        .named("left"),
                1);
        probe.awaitItems(1).cancel();
        assertTrue(thread.get(10, TimeUnit.SECONDS).join(Duration.ofSeconds(10)));
    }

    @Test
    void aBodyIsNotRunForOneWhoHasGone() {
        CompletableFuture<Void> ran = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(Many.generate(out -> ran.complete(null)), 0);
        probe.cancel();
        probe.request(1);
        assertFalse(ran.isDone());
    }

    private static Many<Integer> failing() {
        return Many.generate(out -> {
            out.emit(1);
            throw new IOException("the disk is gone");
        });
    }

    @Test
    void theBodysFailureComesAfterItsItems() {
        Probe.subscribeTo(failing(), 1)
                .awaitEnd()
                .assertItems(1)
                .assertFailed(failure -> "the disk is gone".equals(failure.getMessage()));
    }

    @Test
    void nullIsTheBodysFailure() {
        Probe.subscribeTo(Many.generate(out -> out.emit(null)))
                .awaitEnd()
                .assertFailed(failure -> "emit: the item is null".equals(failure.getMessage()));
    }

    @Test
    void anInterruptEndsTheWaitAndTheItemIsTold() {
        List<Integer> told = new CopyOnWriteArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.<Integer>generate(out -> {
                            out.emit(1);
                            Thread.currentThread().interrupt();
                            out.emit(2);
                        })
                        .onUndelivered(Integer.class, told::add),
                1);
        probe.awaitEnd().assertItems(1).assertFailed(CompletionException.class);
        assertEquals(List.of(2), told);
    }

    @Test
    void emitsNothingOnceTheBodyIsOver() {
        AtomicReference<Out<? super Integer>> kept = new AtomicReference<>();
        Many<Integer> leaking = Many.<Integer>generate(kept::set);
        Probe<Integer> probe = Probe.subscribeTo(leaking).awaitEnd();
        assertThrows(IllegalStateException.class, () -> kept.get().emit(1));
        probe.assertItems().assertCompleted();
    }

    @Test
    void theThreadHasThePipelinesName() {
        Many<String> named = Many.<String>generate(
                        out -> out.emit(Thread.currentThread().getName()))
                .named("feed");
        Probe.subscribeTo(named).awaitEnd().assertItems("feed/generate");
    }

    @Test
    void refusesNull() {
        assertEquals(
                "generate: the body is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.generate(null))
                        .getMessage());
    }

    @Test
    void refusesWhatAnotherThreadEmitsWhileTheBodyRuns() {
        AtomicReference<Throwable> refused = new AtomicReference<>();
        Many<Integer> shared = Many.generate(out -> {
            out.emit(1);
            Threads.join(
                    Threads.start(() -> refused.set(assertThrows(IllegalStateException.class, () -> out.emit(9)))));
            out.emit(2);
        });
        Probe.subscribeTo(shared).awaitEnd().assertItems(1, 2).assertCompleted();
        assertTrue(refused.get().getMessage().contains("Many.emitter(..)"));
    }

    @Test
    void anInterruptIsLeftForTheBody() {
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        Many<Integer> many = Many.generate(out -> {
            Thread.currentThread().interrupt();
            try {
                out.emit(1);
                out.emit(2);
            } finally {
                left.complete(Thread.interrupted());
            }
        });
        Probe.subscribeTo(many, 1).awaitEnd().assertFailed(CompletionException.class);
        assertTrue(left.join());
    }

    @Test
    void anItemThatComesAfterTheCancellationIsTold() throws Exception {
        CompletableFuture<Object> told = new CompletableFuture<>();
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<Integer> many = Many.<Integer>generate(out -> {
                    out.emit(1);
                    Threads.await(cancelled);
                    out.emit(2);
                })
                .onUndelivered(Integer.class, told::complete);
        Probe.subscribeTo(many, 2).awaitItems(1).cancel();
        cancelled.countDown();
        assertEquals(2, told.get(10, TimeUnit.SECONDS));
    }
}
