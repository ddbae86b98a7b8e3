package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** An error of the JVM on a thread that nobody waits for is the failure of the pipeline, as on the caller's own. */
class HopsTest {
    private static final Map<String, Function<Supplier<Integer>, One<?>>> ROWS = new Rows<>();

    static {
        Many<Integer> hopping = Many.of(1).publishOn(Thread::startVirtualThread);
        One<Integer> one = One.of(1).publishOn(Thread::startVirtualThread);
        ROWS.put("map", body -> hopping.map(i -> body.get()).count());
        ROWS.put("filter", body -> hopping.filter(i -> body.get() > 0).count());
        ROWS.put("flatMap", body -> hopping.flatMap(i -> Many.of(body.get())).count());
        ROWS.put(
                "concatMap", body -> hopping.concatMap(i -> Many.of(body.get())).count());
        ROWS.put("mapAsync", body -> hopping.mapAsync(2, i -> One.supply(body)).count());
        ROWS.put(
                "mapBlocking",
                body -> Many.of(1).mapBlocking(2, i -> body.get()).count());
        ROWS.put("doOnNext", body -> hopping.doOnNext(i -> use(body)).count());
        ROWS.put("doOnComplete", body -> hopping.doOnComplete(() -> use(body)).count());
        ROWS.put(
                "subscribeOn",
                body -> Many.defer(() -> Many.of(body.get()))
                        .subscribeOn(Thread::startVirtualThread)
                        .count());
        ROWS.put(
                "an iterator",
                body -> Many.from(() -> List.of(body.get()).iterator())
                        .subscribeOn(Thread::startVirtualThread)
                        .count());
        ROWS.put(
                "delay",
                body -> Many.of(1)
                        .delay(Duration.ofNanos(1))
                        .map(i -> body.get())
                        .count());
        ROWS.put("generate", body -> Many.generate(out -> out.emit(body.get())).count());
        ROWS.put(
                "behind generate",
                body -> Many.generate(out -> out.emit(1)).map(i -> body.get()).count());
        ROWS.put(
                "an emitter",
                body -> Many.<Integer>emitter(
                                Overflow.buffer(1), emitter -> Thread.startVirtualThread(() -> emitter.next(1)))
                        .map(i -> body.get())
                        .take(1)
                        .count());
        ROWS.put(
                "log",
                body -> hopping.map(i -> new Unprintable(body)).log("hops").count());
        ROWS.put("forEach", body -> hopping.forEach(i -> use(body)));
        ROWS.put("One.map", body -> one.map(i -> body.get()));
        ROWS.put("One.flatMap", body -> one.flatMap(i -> One.of(body.get())));
        ROWS.put(
                "One.flatMapMany",
                body -> one.flatMapMany(i -> Many.of(body.get())).count());
        ROWS.put("One.blocking", body -> One.blocking(body::get));
        ROWS.put("One.timer", body -> One.timer(Duration.ofNanos(1)).map(passed -> body.get()));
        ROWS.put("One.subscribeOn", body -> One.supply(body).subscribeOn(Thread::startVirtualThread));
        ROWS.put("One.log", body -> one.map(i -> new Unprintable(body)).log("hops"));
        ROWS.put("One.toMany", body -> one.toMany().map(i -> body.get()).count());
    }

    private static void use(Supplier<Integer> body) {
        Integer _ = body.get();
    }

    /** Whose text can't be made. */
    private record Unprintable(Supplier<Integer> body) {
        @Override
        public String toString() {
            return body.get().toString();
        }
    }

    @TestFactory
    Stream<DynamicTest> aMissingClassIsTheFailure() {
        return each(new NoClassDefFoundError("dev/weir/Missing"));
    }

    @TestFactory
    Stream<DynamicTest> soIsAStackThatOverflows() {
        return each(new StackOverflowError("planned"));
    }

    @TestFactory
    Stream<DynamicTest> soIsWhatIsThrownAnyway() {
        return each(new IllegalStateException("planned"));
    }

    private static Stream<DynamicTest> each(Throwable thrown) {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    try (LogLines _ = LogLines.of("dev.weir.hops")) {
                        One<?> one = row.getValue().apply(() -> raise(thrown));
                        ExecutionException failed = assertThrows(
                                ExecutionException.class,
                                () -> one.toCompletionStage()
                                        .toCompletableFuture()
                                        .get(120, TimeUnit.SECONDS));
                        assertSame(thrown, failed.getCause());
                    }
                }));
    }

    private static int raise(Throwable thrown) {
        switch (thrown) {
            case Error error -> throw error;
            case RuntimeException unchecked -> throw unchecked;
            default -> throw new AssertionError(thrown);
        }
    }
}
