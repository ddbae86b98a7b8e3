package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BlockingTest {
    @Test
    void runsOnAVirtualThreadThatEnds() throws Exception {
        Thread thread = One.blocking(Thread::currentThread).await();
        assertTrue(thread.isVirtual());
        assertTrue(thread.join(Duration.ofMinutes(2)));
    }

    @Test
    void theThreadIsNamedAfterThePipeline() {
        One<String> name = One.blocking(() -> Thread.currentThread().getName());
        assertEquals("weir-blocking", name.await());
        assertEquals("orders/blocking", name.named("orders").await());
    }

    @Test
    void failsWithWhatIsThrown() {
        IOException thrown = new IOException("broken");
        One<Integer> one = One.blocking(() -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(CompletionException.class, one::await).getCause());
    }

    @Test
    void goesOnOnItsThread() {
        AtomicReference<Thread> callers = new AtomicReference<>();
        Thread after = One.blocking(() -> {
                    callers.set(Thread.currentThread());
                    return 1;
                })
                .map(i -> Thread.currentThread())
                .await();
        assertSame(callers.get(), after);
    }

    @Test
    void cancellingDropsTheResultAndDoesNotInterrupt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicReference<Thread> thread = new AtomicReference<>();
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        Cancellable subscription = One.blocking(() -> {
                    thread.set(Thread.currentThread());
                    begun.countDown();
                    Threads.await(goOn);
                    interrupted.set(Thread.currentThread().isInterrupted());
                    return 1;
                })
                .subscribe(outcomes::add, outcomes::add);
        Threads.await(begun);
        subscription.cancel();
        goOn.countDown();
        assertTrue(thread.get().join(Duration.ofMinutes(2)));
        assertFalse(interrupted.get());
        assertEquals(List.of(), outcomes);
    }

    @Test
    void aFailureAfterTheCancellationIsDropped() throws Exception {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            AtomicReference<Thread> thread = new AtomicReference<>();
            IllegalStateException late = new IllegalStateException("late");
            Cancellable subscription = One.blocking(() -> {
                        thread.set(Thread.currentThread());
                        begun.countDown();
                        Threads.await(goOn);
                        throw late;
                    })
                    .named("orders")
                    .subscribe();
            Threads.await(begun);
            subscription.cancel();
            goOn.countDown();
            assertTrue(thread.get().join(Duration.ofMinutes(2)));
            assertEquals(List.of(late), drops.failures());
            assertEquals(List.of("orders"), drops.pipelines());
        }
    }

    /** What comes of it goes on to others, on the same thread. */
    @Test
    void onlyTheBlockingCodeItselfSeesTheContext() {
        Context.Key<String> user = Context.Key.of("user");
        CountDownLatch both = new CountDownLatch(1);
        One<String> inside = One.blocking(() -> {
                    Threads.await(both);
                    return String.valueOf(Context.current().get(user));
                })
                .cache();
        One<String> one = inside.map(seen -> seen + ' ' + Context.current().get(user));
        CompletableFuture<String> ada = of(one.withContext(context -> context.with(user, "ada")));
        CompletableFuture<String> bob = of(one.withContext(context -> context.with(user, "bob")));
        both.countDown();
        assertEquals("ada null", ada.join());
        assertEquals("ada null", bob.join());
    }

    private static CompletableFuture<String> of(One<String> one) {
        return one.toCompletionStage().toCompletableFuture();
    }
}
