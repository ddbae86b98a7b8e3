package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.EventLoopThread;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @Test
    void waits() {
        assertEquals(1, One.of(1).await());
        assertEquals(1, One.blocking(() -> 1).await());
        assertEquals(1, One.blocking(() -> 1).await(Duration.ofMinutes(1)));
    }

    @Test
    void anUncheckedFailureIsThrownAsItIsAndShowsWhoWaited() {
        IllegalStateException failure = new IllegalStateException("broken");
        One<Integer> one = One.blocking(() -> {
            throw failure;
        });
        assertSame(failure, assertThrows(IllegalStateException.class, one::await));
        StackTraceElement[] waiting = new Throwable().getStackTrace();
        assertEquals(waiting[waiting.length - 1], failure.getStackTrace()[failure.getStackTrace().length - 1]);
        assertEquals(1, awaits(failure));
        assertEquals("awaited here", Suppressed.of(failure)[0].getMessage());
        assertEquals(1, awaits(Suppressed.of(failure)[0]));
    }

    @Test
    void aFailureOfTheWaitingThreadShowsItOnce() {
        One<Object> one = One.supply(() -> {
            throw new IllegalStateException("broken");
        });
        assertEquals(1, awaits(assertThrows(IllegalStateException.class, one::await)));
    }

    @Test
    void aFailureThatSeveralWaitForIsNotWrittenInto() {
        RuntimeException failure = new IllegalStateException("broken");
        One<Object> one = One.<Object>blocking(() -> {
                    throw failure;
                })
                .cache();
        assertThrows(IllegalStateException.class, one::await);
        StackTraceElement[] before = failure.getStackTrace();
        Throwable[] suppressed = failure.getSuppressed();
        assertThrows(IllegalStateException.class, one::await);
        assertArrayEquals(before, failure.getStackTrace());
        assertArrayEquals(suppressed, failure.getSuppressed());
    }

    private static long awaits(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .filter(frame -> frame.getClassName().equals(One.class.getName())
                        && frame.getMethodName().equals("await"))
                .count();
    }

    @Test
    void aNamedPipelineIsNamed() {
        Many<Integer> many =
                Many.<Integer>fail(() -> new IllegalStateException("broken")).named("quotes");
        assertEquals(
                "awaited here, pipeline \"quotes\"",
                Suppressed.of(assertThrows(IllegalStateException.class, many.toList()::await))[0].getMessage());
        One<Integer> one = One.<Integer>fail(() -> new IOException("broken")).named("rates");
        assertEquals(
                "java.io.IOException: broken, pipeline \"rates\"",
                assertThrows(CompletionException.class, one.map(rate -> rate)::await)
                        .getMessage());
    }

    @Test
    void aTimeoutNamesItsPipelineOnce() {
        One<Object> never = One.never().named("rates");
        String timeout = "java.util.concurrent.TimeoutException: timeout: the One did not end within 1 ms in pipeline"
                + " \"rates\"";
        assertEquals(
                timeout,
                assertThrows(CompletionException.class, () -> never.await(MILLI))
                        .getMessage());
        assertEquals(
                timeout,
                assertThrows(CompletionException.class, never.timeout(MILLI)::await)
                        .getMessage());
    }

    @Test
    void anErrorToo() {
        AssertionError failure = new AssertionError("broken");
        assertSame(failure, assertThrows(AssertionError.class, One.fail(() -> failure)::await));
    }

    @Test
    void aCheckedFailureIsWrapped() {
        IOException failure = new IOException("broken");
        CompletionException thrown = assertThrows(CompletionException.class, One.fail(() -> failure)::await);
        assertSame(failure, thrown.getCause());
    }

    @Test
    void aFailureAwaitedForEverDoesNotGrowForEver() {
        One<Integer> one =
                One.<Integer>fail(() -> new IllegalStateException("broken")).cache();
        for (int i = 0; i < 1_000; i++) {
            assertThrows(IllegalStateException.class, one::await);
        }
        assertTrue(assertThrows(IllegalStateException.class, one::await).getSuppressed().length < 100);
    }

    @Test
    void aLimitCancels() {
        One<Object> never = One.defer(() -> {
                    seen.add("ran");
                    return One.never();
                })
                .doFinally(seen::add);
        CompletionException thrown = assertThrows(CompletionException.class, () -> never.await(Duration.ofMillis(1)));
        assertInstanceOf(TimeoutException.class, thrown.getCause());
        // on a slow machine the limit may have passed before it could run
        assertTrue(seen.isEmpty() || seen.equals(List.of("ran", Ending.CANCELLED)), seen::toString);
    }

    @Test
    void anInterruptCancelsAndIsKept() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        Threads.Task task = Threads.start(() -> {
            CompletionException thrown = assertThrows(
                    CompletionException.class,
                    () -> One.from(() -> {
                                waiting.countDown();
                                return new CompletableFuture<>();
                            })
                            .doFinally(seen::add)
                            .named("prices")
                            .await());
            assertInstanceOf(InterruptedException.class, thrown.getCause());
            assertEquals("java.lang.InterruptedException, pipeline \"prices\"", thrown.getMessage());
            seen.add(Thread.currentThread().isInterrupted());
        });
        Threads.await(waiting);
        task.thread().interrupt();
        Threads.join(task);
        assertEquals(List.of(Ending.CANCELLED, true), seen);
    }

    /** So a thread dump tells for what it waits. */
    @Test
    void whoWaitsHasThePipelineInItsName() throws Exception {
        CompletableFuture<Integer> value = new CompletableFuture<>();
        for (boolean fails : new boolean[] {false, true}) {
            CompletableFuture<Integer> price = value.copy();
            Threads.Task task = Threads.start(() -> {
                try {
                    seen.add(One.from(price).named("prices").await());
                } catch (IllegalStateException failure) {
                    seen.add(failure.getMessage());
                }
                seen.add(Thread.currentThread().getName());
            });
            while (!task.thread().getName().equals("test awaits \"prices\"")) {
                assertTrue(task.thread().isAlive(), "it did not wait");
                Thread.onSpinWait();
            }
            if (fails) {
                price.completeExceptionally(new IllegalStateException("none"));
            } else {
                price.complete(1);
            }
            Threads.join(task);
        }
        assertEquals(List.of(1, "test", "none", "test"), seen);
    }

    @Test
    void whatIsThereAtOnceIsNotWaitedFor() {
        Thread.currentThread().interrupt();
        assertEquals(1, One.of(1).await());
        assertTrue(Thread.interrupted());
    }

    @Test
    void anEventLoopMustNotWait() throws Exception {
        class Loop extends Thread implements EventLoopThread {
            Loop() {
                super("loop-1");
            }

            @Override
            public void run() {
                seen.add(assertThrows(IllegalStateException.class, One.supply(() -> seen.add("ran"))::await)
                        .getMessage());
            }
        }

        Thread loop = new Loop();
        loop.start();
        assertTrue(loop.join(Duration.ofMinutes(2)));
        assertEquals(1, seen.size());
        assertTrue(seen.getFirst().toString().startsWith("await would block the event loop \"loop-1\""));
    }
}
