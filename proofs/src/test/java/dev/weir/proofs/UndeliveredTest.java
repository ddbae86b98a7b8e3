package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Nothing on its way is lost: each item that a source has emitted comes out, or is told to the hook, or was given to a
 * function; and never two of the first two. At every moment of a cancellation, whatever the demand, and at a failure.
 */
class UndeliveredTest {
    private static final int ITEMS = 6;
    private static final int MOMENTS = 8;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long[] DEMANDS = {0, 1, 2, Long.MAX_VALUE};

    /** Something that has to be closed. */
    private record Token(int number) {}

    private interface Operator extends BiFunction<Many<Token>, Run, Many<?>> {}

    private static final Map<String, Operator> OPERATORS = new LinkedHashMap<>();

    static {
        put("publishOn", (many, run) -> many.publishOn(run.time.executor()));
        put("publishOn with a buffer of 2", (many, run) -> many.publishOn(run.time.executor(), 2));
        put("subscribeOn", (many, run) -> many.subscribeOn(run.time.executor()));
        put("delay", (many, run) -> many.delay(SECOND));
        put("timeout", (many, run) -> many.timeout(SECOND));
        put("buffer", (many, run) -> many.buffer(4));
        put("buffer with a timer", (many, run) -> many.delay(SECOND).buffer(4, SECOND));
        put("flatMap", (many, run) -> many.flatMap(run::inner));
        put("concatMap", (many, run) -> many.concatMap(run::inner));
        put("switchMap", (many, run) -> many.switchMap(run::inner));
        put("mapAsync", (many, run) -> many.mapAsync(3, run::later));
        put("flatMapIterable", (many, run) -> many.flatMapIterable(token -> List.of(run.given(token))));
        put("zip", (many, run) -> Many.zip(many, Many.range(0, 3).delay(SECOND), (token, i) -> run.given(token)));
        put("merge", (many, run) -> Many.merge(many, Many.never()));
        put("concat", (many, run) -> Many.concat(Many.empty(), many));
        put("share", (many, run) -> many.share());
        put("take", (many, run) -> many.publishOn(run.time.executor()).take(2));
        put("skip", (many, run) -> many.filter(token -> run.given(token).number >= 2));
        put("retry", (many, run) -> many.retry(Retry.atMost(0)));
        put("onErrorResume", (many, run) -> many.publishOn(run.time.executor()).onErrorResume(failure -> Many.empty()));
        put("drop the oldest", (many, run) -> hurried(many, run, Overflow.dropOldest(2)));
        put("drop the latest", (many, run) -> hurried(many, run, Overflow.dropLatest(2)));
        put("the latest", (many, run) -> hurried(many, run, Overflow.latest()));
        put("a bound that fails", (many, run) -> hurried(many, run, Overflow.buffer(2)));
    }

    private static void put(String name, Operator operator) {
        OPERATORS.put(name, operator);
    }

    private static Many<Token> hurried(Many<Token> many, Run run, Overflow overflow) {
        return many.onOverflow(overflow).publishOn(run.time.executor(), 1);
    }

    @TestFactory
    Stream<DynamicTest> eachItemIsAccountedFor() {
        return OPERATORS.entrySet().stream()
                .map(operator -> dynamicTest(operator.getKey(), () -> {
                    try (DroppedFailures _ = DroppedFailures.collect()) {
                        for (long demand : DEMANDS) {
                            for (int moment = 0; moment < MOMENTS; moment++) {
                                for (Many<Token> end : List.<Many<Token>>of(
                                        Many.empty(),
                                        Many.never(),
                                        Many.fail(() -> new IllegalStateException("planned")))) {
                                    new Run(operator.getValue(), end).check(demand, moment);
                                }
                            }
                        }
                    }
                }));
    }

    /** One subscription, cancelled at one moment. */
    private static final class Run {
        private final VirtualTime time = new VirtualTime();
        private final List<Token> in = new ArrayList<>();
        private final List<Token> told = new ArrayList<>();
        private final Set<Token> given = ConcurrentHashMap.newKeySet();
        private final Probe<Object> probe = Probe.demanding(0);
        private final Many<?> many;

        Run(Operator operator, Many<Token> end) {
            Many<Token> tokens = Many.range(0, ITEMS).map(Token::new).doOnNext(in::add);
            many = operator.apply(Many.concat(tokens, end), this);
        }

        Token given(Token token) {
            given.add(token);
            return token;
        }

        Many<Token> inner(Token token) {
            return Many.of(given(token)).delay(SECOND);
        }

        One<Token> later(Token token) {
            return One.of(given(token)).delay(SECOND);
        }

        void check(long demand, int moment) {
            many.map(item -> (Object) item)
                    .onUndelivered(Token.class, told::add)
                    .withContext(context -> context.withClock(time))
                    .subscribe(probe);
            if (demand > 0) {
                probe.request(demand);
            }
            for (int i = 0; i < moment && time.advanceToNext(); i++) {
                // until then
            }
            probe.cancel();
            time.advance(SECOND.multipliedBy(MOMENTS));
            for (Token token : in) {
                assertAccounted(token, "demand " + demand + ", cancelled at moment " + moment + ": " + token);
            }
        }

        private void assertAccounted(Token token, String where) {
            long out = probe.items().stream()
                    .flatMap(item -> item instanceof List<?> list ? list.stream() : Stream.of(item))
                    .filter(token::equals)
                    .count();
            long lost = told.stream().filter(token::equals).count();
            if (out + lost != 1 && !(out + lost == 0 && given.contains(token))) {
                assertEquals(1, out + lost, where + " came out " + out + " times, was told " + lost + " times");
            }
        }
    }

    // ---------------------------------------------------------------- of Ones

    @Test
    void theValuesOfAllThatNobodyReceivesAreTold() {
        VirtualTime time = new VirtualTime();
        List<Token> told = new ArrayList<>();
        List<One<Token>> ones = IntStream.range(0, ITEMS)
                .mapToObj(i -> One.timer(SECOND.multipliedBy(i + 1L)).map(nothing -> new Token(i)))
                .toList();
        One.all(ones)
                .onUndelivered(Token.class, told::add)
                .withContext(context -> context.withClock(time))
                .subscribe(all -> {})
                .cancel();
        assertEquals(List.of(), told);
        Cancellable subscription = One.all(ones)
                .onUndelivered(Token.class, told::add)
                .withContext(context -> context.withClock(time))
                .subscribe(all -> {});
        time.advance(SECOND.multipliedBy(2));
        subscription.cancel();
        assertEquals(List.of(new Token(0), new Token(1)), told);
    }
}
