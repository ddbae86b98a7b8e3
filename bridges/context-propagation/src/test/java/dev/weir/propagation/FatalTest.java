package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The law: what the JVM may not survive fails the stream as anything does that a function throws, and then goes on to the thread. */
class FatalTest {
    private static final int CALLS = 4;
    private static final long SECONDS = 10;

    /** What runs on the thread that completes a future: that keeps what its callbacks throw. */
    private static final Set<String> IN_A_FUTURE = Set.of("One.from");

    /** Calls whose failure the row recovers from, or which come when nobody can be told any more: there is nothing to look at. */
    private static final Set<String> UNTOLD = Set.of(
            "Many.doFinally, call 1",
            "Many.doFinally, call 2",
            "Many.doOnError, call 1",
            "Many.emitter, call 2",
            "Many.emitter, call 4",
            "Many.fail, call 1",
            "Many.onErrorMap, call 1",
            "Many.onUndelivered, call 2",
            "Many.onUndelivered, call 3",
            "Many.retry, call 1",
            "Many.using, call 3",
            "One.doOnError, call 1",
            "One.fail, call 1",
            "One.onErrorMap, call 1",
            "One.onUndelivered, call 1",
            "One.orFail, call 1",
            "One.retry, call 1");

    private static final class Fatal extends VirtualMachineError {
        private static final long serialVersionUID = 1;
    }

    private record Ran(@Nullable Throwable told, BlockingQueue<Throwable> thrown) {}

    /** Subscribes, and tells the future how it ended. */
    private interface Pipeline {
        void run(Seen seen, Executor executor, CompletableFuture<@Nullable Throwable> told);
    }

    private final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    private Thread.@Nullable UncaughtExceptionHandler before;

    @BeforeEach
    void collect() {
        before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> keep(thrown));
    }

    /** Of what is thrown nothing else, as that of a run before may come late. */
    private void keep(Throwable thrown) {
        if (thrown instanceof Fatal) {
            uncaught.add(thrown);
        }
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private Ran run(Pipeline pipeline, int call, Error error) throws Exception {
        uncaught.clear();
        CompletableFuture<@Nullable Throwable> told = new CompletableFuture<>();
        Seen seen = new Seen("any").failing(call, error);
        try {
            pipeline.run(seen, task -> Thread.ofPlatform().start(task), told);
        } catch (Error thrown) {
            keep(thrown);
        }
        return new Ran(told.get(SECONDS, TimeUnit.SECONDS), uncaught);
    }

    private void check(String name, Pipeline pipeline, int call) throws Exception {
        if (call > calls(pipeline)) {
            assertTrue(call > 1, "no function was called");
            return;
        }
        AssertionError plain = new AssertionError("planned");
        Throwable told = run(pipeline, call, plain).told();
        if (UNTOLD.contains(name + ", call " + call)) {
            assertNull(told, "another failure");
            return;
        }
        assertSame(plain, told, "another failure");
        Fatal fatal = new Fatal();
        Ran ran = run(pipeline, call, fatal);
        assertSame(fatal, ran.told(), "what it is told");
        if (!IN_A_FUTURE.contains(name)) {
            assertSame(fatal, ran.thrown().poll(SECONDS, TimeUnit.SECONDS), "what goes on to a thread");
        }
    }

    /** How many there are when none fails. */
    private int calls(Pipeline pipeline) throws Exception {
        CompletableFuture<@Nullable Throwable> told = new CompletableFuture<>();
        Seen seen = new Seen("any");
        pipeline.run(seen, task -> Thread.ofPlatform().start(task), told);
        assertNull(told.get(SECONDS, TimeUnit.SECONDS));
        return seen.calls();
    }

    private Stream<DynamicTest> cases(String name, Pipeline pipeline) {
        return IntStream.rangeClosed(1, CALLS)
                .mapToObj(call -> dynamicTest(name + ", call " + call, () -> check(name, pipeline, call)));
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfMany() {
        return EachFunctionTest.MANY.entrySet().stream()
                .flatMap(row -> cases("Many." + row.getKey(), (seen, executor, told) -> {
                    Many<?> many = row.getValue().on(Many.of(1, 2, 3), seen, executor);
                    many.subscribe(item -> {}, told::complete, () -> told.complete(null));
                }));
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfOne() {
        return EachFunctionTest.ONE.entrySet().stream()
                .flatMap(row -> cases("One." + row.getKey(), (seen, executor, told) -> {
                    One<?> one = row.getValue().on(One.of(1), seen, executor);
                    one.subscribe(value -> told.complete(null), told::complete);
                }));
    }
}
