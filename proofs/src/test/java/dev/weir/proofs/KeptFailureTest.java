package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A failure that is kept, and goes through a pipeline again and again, does not grow for ever: nor does one that meets it. */
class KeptFailureTest {
    private static final int OFTEN = 200;
    private static final int MOST = 17; // of what went wrong besides it, with the place where it was made

    private final IllegalStateException kept = new IllegalStateException("kept");
    private final IllegalArgumentException other = new IllegalArgumentException("kept, too");

    private Map<String, UnaryOperator<Many<Integer>>> many() {
        Map<String, UnaryOperator<Many<Integer>>> rows = new Rows<>();
        rows.put("nothing", many -> many);
        rows.put("doOnError", many -> many.doOnError(failure -> fail()));
        rows.put("doFinally", many -> many.doFinally(ending -> fail()));
        rows.put("a filter of failures", many -> many.onErrorResume(failure -> fail(), failure -> Many.empty()));
        rows.put("onErrorResume", many -> many.onErrorResume(failure -> fail()));
        rows.put("onErrorReturn", many -> many.onErrorReturn(failure -> fail()));
        rows.put("onErrorMap", many -> many.onErrorMap(failure -> other));
        rows.put("onErrorMap that fails", many -> many.onErrorMap(failure -> fail()));
        rows.put("retry", many -> many.retry(Retry.atMost(2)));
        rows.put("a filter of retries", many -> many.retry(Retry.atMost(2).onlyIf(failure -> fail())));
        rows.put("share", many -> many.share());
        rows.put("named", many -> many.named("orders"));
        rows.put("using", many -> Many.using(() -> 1, one -> many, one -> fail()));
        rows.put(
                "flatMapDelayingErrors",
                many -> Many.range(0, 3).flatMapDelayingErrors(3, i -> i == 0 ? many : Many.fail(() -> other)));
        rows.put("merge", many -> Many.merge(many, Many.fail(() -> other)));
        rows.put("concatMap", many -> Many.of(1).concatMap(i -> many));
        rows.put("publishOn", many -> many.publishOn(Runnable::run));
        return rows;
    }

    private Map<String, UnaryOperator<One<Integer>>> one() {
        Map<String, UnaryOperator<One<Integer>>> rows = new Rows<>();
        rows.put("nothing", one -> one);
        rows.put("doOnError", one -> one.doOnError(failure -> fail()));
        rows.put("doFinally", one -> one.doFinally(ending -> fail()));
        rows.put("a filter of failures", one -> one.onErrorResume(failure -> fail(), failure -> One.of(1)));
        rows.put("onErrorResume", one -> one.onErrorResume(failure -> fail()));
        rows.put("onErrorReturn", one -> one.onErrorReturn(failure -> fail()));
        rows.put("onErrorMap", one -> one.onErrorMap(failure -> other));
        rows.put("retry", one -> one.retry(Retry.atMost(2)));
        rows.put("a filter of retries", one -> one.retry(Retry.atMost(2).onlyIf(failure -> fail())));
        rows.put("cache", One::cache);
        rows.put("cache, and then doOnError", one -> one.cache().doOnError(failure -> fail()));
        rows.put("named", one -> one.named("orders"));
        rows.put("using", one -> One.using(One.of(1), it -> one, it -> One.fail(() -> other)));
        rows.put("any", one -> One.any(List.of(one, One.fail(() -> other))));
        rows.put("zip", one -> One.zip(one, One.<Integer>fail(() -> other), Integer::sum));
        rows.put("publishOn", one -> one.publishOn(Runnable::run));
        return rows;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // it returns nothing of any type
    private <V> V fail() {
        throw other;
    }

    @TestFactory
    Stream<DynamicTest> doesNotGrowInAStream() {
        return many().entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Many<Integer> many = row.getValue().apply(Many.fail(() -> kept));
                    assertBounded(() -> {
                        Probe.subscribeTo(many);
                        thrown(() -> many.toList().await());
                        thrown(() -> {
                            try (Items<Integer> items = many.iterate()) {
                                items.forEach(item -> {});
                            }
                        });
                        many.subscribe();
                    });
                }));
    }

    @TestFactory
    Stream<DynamicTest> doesNotGrowInAOne() {
        return one().entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    One<Integer> one = row.getValue().apply(One.fail(() -> kept));
                    assertBounded(() -> {
                        one.subscribe(value -> {}, failure -> {});
                        one.subscribe(value -> {}, failure -> fail());
                        thrown(one::await);
                    });
                }));
    }

    private void assertBounded(Runnable run) {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            int frames = 0;
            for (int i = 0; i < OFTEN; i++) {
                run.run();
                if (i == OFTEN / 2) {
                    frames = frames();
                }
            }
            assertEquals(frames, frames(), "its trace does not grow");
        }
        for (Throwable failure : List.of(kept, other)) {
            int suppressed = failure.getSuppressed().length;
            assertTrue(suppressed <= MOST, () -> failure + " has " + suppressed + " suppressed");
        }
    }

    private int frames() {
        return kept.getStackTrace().length + other.getStackTrace().length;
    }

    /** It is thrown, or the other in its place. */
    private void thrown(Runnable waiting) {
        RuntimeException failure = assertThrows(RuntimeException.class, waiting::run);
        assertTrue(failure == kept || failure == other, failure::toString);
    }
}
