package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Threads of a test, which are waited for with patience. */
public final class Threads {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Threads() {}

    /** Code that may throw. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** Runs the body on a platform thread with the default stack, and throws here what it throws there. */
    public static void onFreshThread(Body body) throws Exception {
        join(start(Thread.ofPlatform().name("test"), body));
    }

    /** A started virtual thread; what it throws, {@link #join} throws. */
    public static Task start(Body body) {
        return start(Thread.ofVirtual().name("test"), body);
    }

    private static Task start(Thread.Builder builder, Body body) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = builder.start(() -> {
            try {
                body.run();
            } catch (Throwable failure) {
                thrown.set(failure);
            }
        });
        return new Task(thread, thrown);
    }

    public static void join(Task task) throws Exception {
        assertTrue(task.thread.join(PATIENCE), "the thread has not ended");
        switch (task.thrown.get()) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            case Throwable other -> throw new AssertionError(other);
        }
    }

    public static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS), "nobody opened the latch");
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** A running thread. */
    public record Task(Thread thread, AtomicReference<Throwable> thrown) {}
}
