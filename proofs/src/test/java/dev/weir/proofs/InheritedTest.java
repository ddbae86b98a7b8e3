package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.Map;
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
                .map(row -> dynamicTest(
                        row.getKey(),
                        () -> Threads.onFreshThread(() -> {
                            Thread.currentThread().setContextClassLoader(new ClassLoader("alice", null) {});
                            USER.set("alice");
                            Object seen = row.getValue()
                                    .apply(InheritedTest::seen)
                                    .toCompletionStage()
                                    .toCompletableFuture()
                                    .get(30, TimeUnit.SECONDS);
                            assertEquals("null with the library's loader", seen);
                        })));
    }

    private static String seen() {
        if (!Thread.currentThread().isVirtual()) { // the time had passed when it was to be waited for
            return "null with the library's loader";
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return USER.get() + " with " + (context == Many.class.getClassLoader() ? "the library's loader" : context);
    }
}
