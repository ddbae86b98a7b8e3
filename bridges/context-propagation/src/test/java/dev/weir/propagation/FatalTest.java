package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The law: what the JVM may not survive fails the stream as anything does that a function throws, no operator recovers from
 * it, and then it goes on to the thread.
 */
class FatalTest {
    private static final int CALLS = 4;
    private static final long SECONDS = 120;

    /** What runs on the thread that completes a future: that keeps what its callbacks throw. */
    private static final String IN_A_FUTURE = "One.from, call";

    /** Calls for whose failure the row has something that recovers, from all but what is fatal. */
    private static final Set<String> RECOVERED = Set.of(
            "Many.fail, call 1",
            "Many.onErrorMap, call 1",
            "Many.retry, call 1",
            "One.fail, call 1",
            "One.onErrorMap, call 1",
            "One.orFail, call 1",
            "One.retry, call 1");

    /** Calls whose failure goes with the one that they are told, or comes when nobody can be told any more. */
    private static final Set<String> UNTOLD = Set.of(
            "Many.doFinally, call 1",
            "Many.doFinally, call 2",
            "Many.doOnError, call 1",
            "Many.emitter, call 2",
            "Many.emitter, call 4",
            "Many.onUndelivered, call 2",
            "Many.onUndelivered, call 3",
            "Many.using, call 3",
            "One.doOnCancel, call 1",
            "One.doOnError, call 1",
            "One.onUndelivered, call 1");

    private static final class Fatal extends VirtualMachineError {
        private static final long serialVersionUID = 1;
    }

    private record Ran(@Nullable Throwable told, CompletableFuture<Throwable> thrown) {}

    /** Subscribes, and tells the future how it ended. */
    private interface Pipeline {
        void run(Seen seen, Executor executor, CompletableFuture<@Nullable Throwable> told);
    }

    private Thread.@Nullable UncaughtExceptionHandler before;

    @BeforeEach
    void remember() {
        before = Thread.getDefaultUncaughtExceptionHandler();
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private Ran run(Pipeline pipeline, int call, Error error) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Consumer<Throwable> keep = uncaught -> {
            if (uncaught == error) { // and not of a run before, whose thread may come late
                thrown.complete(uncaught);
            }
        };
        Thread.setDefaultUncaughtExceptionHandler((thread, uncaught) -> keep.accept(uncaught));
        CompletableFuture<@Nullable Throwable> told = new CompletableFuture<>();
        Seen seen = new Seen("any").failing(call, error);
        try {
            pipeline.run(seen, task -> Thread.ofPlatform().start(task), told);
        } catch (Error uncaught) {
            keep.accept(uncaught);
        }
        return new Ran(told.get(SECONDS, TimeUnit.SECONDS), thrown);
    }

    private interface Law {
        void check(String name, Pipeline pipeline, int call) throws Exception;
    }

    private void check(String name, Pipeline pipeline, int call) throws Exception {
        if (call > calls(pipeline)) {
            assertTrue(call > 1, "no function was called");
            return;
        }
        AssertionError plain = new AssertionError("planned");
        boolean isTold = !RECOVERED.contains(name) && !UNTOLD.contains(name);
        assertSame(isTold ? plain : null, run(pipeline, call, plain).told(), "another failure");
        checkFatal(name, pipeline, call);
    }

    private void checkFatal(String name, Pipeline pipeline, int call) throws Exception {
        if (call > calls(pipeline) || UNTOLD.contains(name)) {
            return;
        }
        Fatal fatal = new Fatal();
        Ran ran = run(pipeline, call, fatal);
        assertSame(fatal, ran.told(), "what it is told");
        if (!name.startsWith(IN_A_FUTURE)) {
            assertSame(fatal, ran.thrown().get(SECONDS, TimeUnit.SECONDS), "what goes on to a thread");
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

    private static Stream<DynamicTest> each(String row, Pipeline pipeline, Law law) {
        return IntStream.rangeClosed(1, CALLS).mapToObj(call -> {
            String name = row + ", call " + call;
            return dynamicTest(name, () -> law.check(name, pipeline, call));
        });
    }

    private Stream<DynamicTest> ofMany(UnaryOperator<Many<?>> end, Law law) {
        return EachFunctionTest.MANY.entrySet().stream().flatMap(row -> {
            Pipeline pipeline = (seen, executor, told) -> {
                Many<?> many = row.getValue().on(Many.of(1, 2, 3), seen, executor);
                end.apply(many).subscribe(item -> {}, told::complete, () -> told.complete(null));
            };
            return each("Many." + row.getKey(), pipeline, law);
        });
    }

    private Stream<DynamicTest> ofOne(UnaryOperator<One<?>> end, Law law) {
        return EachFunctionTest.ONE.entrySet().stream().flatMap(row -> {
            Pipeline pipeline = (seen, executor, told) -> {
                One<?> one = row.getValue().on(One.of(1), seen, executor);
                end.apply(one).subscribe(value -> told.complete(null), told::complete);
            };
            return each("One." + row.getKey(), pipeline, law);
        });
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfMany() {
        return ofMany(many -> many, this::check);
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfOne() {
        return ofOne(one -> one, this::check);
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfManyWithARecoveryBelow() {
        return Stream.<UnaryOperator<Many<?>>>of(
                        Many::onErrorComplete,
                        many -> many.map(x -> 1).onErrorReturn(f -> 2),
                        many -> many.map(x -> 1).onErrorResume(f -> Many.of(2)),
                        many -> many.onErrorMap(IllegalStateException::new),
                        many -> many.retry(Retry.atMost(1)))
                .flatMap(recovery -> ofMany(recovery, this::checkFatal));
    }

    /** Which fail while a sequence subscribes to them. */
    @TestFactory
    Stream<DynamicTest> ofSourcesWithOtherValuesInASequence() {
        Map<String, Function<Seen, Many<Integer>>> sources = Map.of(
                "defer", seen -> Many.defer(() -> seen.in(Many.of(1))),
                "flatMap", seen -> Many.of(1).flatMap(i -> seen.in(Many.of(i))),
                "flatMapMany", seen -> One.of(1).flatMapMany(i -> seen.in(Many.of(i))));
        return sources.entrySet().stream().flatMap(row -> {
            Pipeline pipeline = (seen, executor, told) -> Many.concat(
                            Many.of(0),
                            row.getValue()
                                    .apply(seen)
                                    .withContext(context -> Propagation.with(context, Seen.KEY, "ada")))
                    .subscribe(item -> {}, told::complete, () -> told.complete(null));
            return each("a sequence of " + row.getKey(), pipeline, this::checkFatal);
        });
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfOneWithARecoveryBelow() {
        return Stream.<UnaryOperator<One<?>>>of(
                        One::onErrorComplete,
                        one -> one.map(x -> 1).onErrorReturn(f -> 2),
                        one -> one.map(x -> 1).onErrorResume(f -> One.of(2)),
                        one -> one.onErrorMap(IllegalStateException::new),
                        one -> one.retry(Retry.atMost(1)))
                .flatMap(recovery -> ofOne(recovery, this::checkFatal));
    }
}
