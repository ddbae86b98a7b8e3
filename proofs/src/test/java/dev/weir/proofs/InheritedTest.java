package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The library's own threads have nothing of the one that began them: it may serve another user by then. */
class InheritedTest {
    private static final Duration SOON = Duration.ofNanos(1);
    private static final InheritableThreadLocal<String> USER = new InheritableThreadLocal<>();
    private static final Map<String, Function<Supplier<String>, One<?>>> ROWS = new Rows<>();

    static {
        ROWS.put("One.blocking", seen -> One.blocking(seen::get));
        ROWS.put("One.timer", seen -> One.timer(SOON).map(passed -> seen.get()));
        ROWS.put("One.delay", seen -> One.of(1).delay(SOON).map(i -> seen.get()));
        ROWS.put("One.timeout", seen -> One.never().timeout(SOON).onErrorReturn(failure -> seen.get()));
        ROWS.put(
                "Many.delay",
                seen -> Many.of(1).delay(SOON).map(i -> seen.get()).first());
        ROWS.put(
                "Many.interval",
                seen -> Many.interval(SOON).map(i -> seen.get()).first());
        ROWS.put(
                "Many.timeout",
                seen -> Many.never()
                        .timeout(SOON)
                        .map(i -> "")
                        .onErrorReturn(failure -> seen.get())
                        .first());
        ROWS.put(
                "Many.mapBlocking",
                seen -> Many.of(1).mapBlocking(1, i -> seen.get()).first());
        ROWS.put(
                "Many.generate",
                seen -> Many.<String>generate(out -> out.emit(seen.get())).first());
    }

    @TestFactory
    Stream<DynamicTest> aThreadInheritsNothing() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> Threads.onFreshThread(() -> check(row.getValue()))));
    }

    private static void check(Function<Supplier<String>, One<?>> row) throws Exception {
        Thread.currentThread().setContextClassLoader(new ClassLoader("alice", null) {});
        USER.set("alice");
        Standing clock = new Standing();
        CompletableFuture<?> seen = row.apply(InheritedTest::seen)
                .withContext(context -> context.withClock(clock))
                .toCompletionStage()
                .toCompletableFuture();
        clock.start();
        assertEquals("null with the library's loader", seen.get(120, TimeUnit.SECONDS));
    }

    private static String seen() {
        if (!Thread.currentThread().isVirtual()) {
            return "nothing on a thread of the library's";
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return USER.get() + " with " + (context == Many.class.getClassLoader() ? "the library's loader" : context);
    }

    /** The system's clock, which stands until this thread has left the pipeline: else it might do what is due. */
    private static final class Standing implements Clock {
        private final List<Runnable> waiting = new ArrayList<>();
        private final long begin = Clock.system().nanoTime();
        private boolean runs;

        @Override
        public synchronized long nanoTime() {
            return runs ? Clock.system().nanoTime() : begin;
        }

        @Override
        public synchronized Cancellable schedule(Runnable task, Duration delay) {
            if (runs) {
                return Clock.system().schedule(task, delay);
            }
            waiting.add(() -> Clock.system().schedule(task, delay));
            return () -> {};
        }

        synchronized void start() {
            runs = true;
            waiting.forEach(Runnable::run);
        }
    }
}
