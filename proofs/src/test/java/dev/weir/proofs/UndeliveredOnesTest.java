package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.op.kernel.run.Step;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * No value of a One is lost on its way: each comes out, or is told to the hook, or was given to a function; and never two of
 * the first two. At every moment of a cancellation, and whatever fails beside it.
 */
class UndeliveredOnesTest {
    private static final int MOMENTS = 9;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Something that has to be closed. */
    private record Token(int number) {}

    private interface Row extends Function<Run, One<?>> {}

    private static final Map<String, Row> ONES = new Rows<>();
    // which have a test of their own below
    private static final Set<String> TYPES = new TreeSet<>(Set.of("Blocking"));
    // which have a value no longer than a call takes, or none
    private static final Set<String> PASSING =
            Set.of("Call", "Defer", "DoFinally", "DoOnError", "DoOnValue", "Fail", "Map", "Of", "OnErrorReturn");

    static {
        put("from a stage", "FromStage", run -> run.open(1));
        put("timeout", "Timeout", run -> run.open(2).timeout(SECOND));
        put("timeout in time", "Timeout", run -> run.open(1).timeout(SECOND.multipliedBy(2)));
        put("race", "Race", run -> One.race(List.of(run.open(1), run.open(1), run.open(3))));
        put("race with a failure", "Race", run -> One.race(List.of(run.open(2), run.fail(1), run.open(1))));
        put("any", "Race", run -> One.any(List.of(run.fail(1), run.open(2), run.open(3))));
        put("any, of one that is there", "Race", run -> One.any(List.of(run.fail(1), run.open(2), run.now())));
        put("emitter", "Emit", run -> One.<Token>emitter(emitter -> run.open(1).subscribe(emitter::next)));
        put(
                "emitter at once",
                "Emit",
                run -> One.<Token>emitter(emitter -> emitter.next(run.made())).delay(SECOND));
        put(
                "emitter of two",
                "Emit",
                run -> One.<Token>emitter(emitter ->
                        Many.of(1, 2).flatMap(2, i -> run.open(i).toMany()).subscribe(emitter::next)));
        put("cache", "Cache", run -> run.open(2).cache());
        put("cache behind a delay", "Cache", run -> run.open(1).delay(SECOND).cache());
        put("cache for a time", "CacheFor", run -> run.open(2).cache(SECOND));
        put("delay", "Delay", run -> run.open(1).delay(SECOND));
        put("publishOn", "Delay", run -> run.open(1).publishOn(run.time.executor()));
        put(
                "publishOn twice",
                "Delay",
                run -> run.now().publishOn(run.time.executor()).publishOn(run.time.executor()));
        put("subscribeOn", "SubscribeOn", run -> run.now().subscribeOn(run.time.executor()));
        put("using", "Using", run -> One.using(run.open(2), token -> One.of(run.given(token)), run::close));
        put("what is used", "Using", run -> One.using(One.of("resource"), it -> run.open(1), it -> One.timer(SECOND)));
        put("toMany", "End", run -> run.open(1).toMany().first());
        put(
                "toMany behind a hop",
                "End",
                run -> run.now().toMany().publishOn(run.time.executor()).first());
        put("zip", "Zip", run -> One.zip(run.open(1), run.open(2), (a, b) -> List.of(run.given(a), run.given(b))));
        put("zip with a failure", "Zip", run -> One.zip(run.open(1), run.fail(2), (a, b) -> a));
        put("zip of what is there", "Zip", run -> One.zip(run.now(), run.fail(2), (a, b) -> a));
        put("all", "All", run -> One.all(List.of(run.open(1), run.now(), run.open(3))));
        put("all with a failure", "All", run -> One.all(List.of(run.open(1), run.fail(2), run.open(3), run.now())));
        put("all, one by one", "All", run -> One.all(List.of(run.open(1), run.open(1), run.fail(1)), 1));
        put("allSettled", "All", run -> One.allSettled(List.of(run.open(1), run.fail(2), run.open(3))));
        put(
                "flatMap",
                "FlatMap",
                run -> run.open(1).flatMap(token -> One.of(run.given(token)).delay(SECOND)));
        put("what flatMap leads to", "FlatMap", run -> One.timer(SECOND).flatMap(passed -> run.open(1)));
        put(
                "delayUntil",
                "FlatMap",
                run -> run.open(1).delayUntil(token -> One.timer(SECOND).thenReturn(run.given(token))));
        put(
                "flatMapMany",
                "FlatMapMany",
                run -> run.open(1)
                        .flatMapMany(token -> Many.of(run.given(token)))
                        .last());
        put(
                "orElse",
                "OrElse",
                run -> One.timer(SECOND).map(passed -> (Token) null).orElse(() -> run.open(1)));
        put("onErrorResume", "OnErrorResume", run -> run.fail(1).onErrorResume(failure -> run.open(1)));
        put("onErrorMap", "OnErrorMap", run -> run.open(1).onErrorMap(failure -> failure));
        put("retry", "RetryWith", run -> run.open(1).retry(Retry.atMost(1)));
        put(
                "retry with a pause",
                "RetryWith",
                run -> One.defer(() -> run.attempts++ == 0 ? run.fail(1) : run.open(1))
                        .retry(Retry.backoff(1, SECOND)));
        put("repeat", "End", run -> run.open(1).repeat(Repeat.times(0)).last());
        put(
                "withContext",
                "WithContext",
                run -> run.open(1).named("named").delay(SECOND).withContext(context -> context));
        put(
                "then",
                "FlatMap",
                run -> One.timer(SECOND).then(run.open(1)).map(run::given).delay(SECOND));
    }

    /**
     * @param type the simple name of the operator's class
     */
    private static void put(String name, String type, Row row) {
        ONES.put(name, row);
        TYPES.add(type);
    }

    @TestFactory
    Stream<DynamicTest> eachValueIsAccountedFor() {
        return ONES.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    try (DroppedFailures _ = DroppedFailures.collect()) {
                        for (int moment = 0; moment < MOMENTS; moment++) {
                            new Run(row.getValue()).check(moment);
                        }
                    }
                }));
    }

    @Test
    void eachOperatorIsAmongThem() {
        Set<String> operators = new TreeSet<>();
        for (Class<?> type : ModuleClasses.of(One.class).loaded()) {
            if (Step.class.isAssignableFrom(type)
                    && type.getPackageName().endsWith(".op.one")
                    && type.getEnclosingClass() == null
                    && !Modifier.isAbstract(type.getModifiers())) {
                operators.add(type.getSimpleName());
            }
        }
        operators.removeAll(TYPES);
        operators.removeAll(PASSING);
        assertEquals(Set.of(), operators, "an operator of One has to account for its value: add it here");
    }

    // ---------------------------------------------------------------- on threads of their own

    @Test
    void whatABlockingCallGivesTooLateIsTold() throws Exception {
        VirtualTime time = new VirtualTime();
        CountDownLatch opening = new CountDownLatch(1);
        CompletableFuture<Token> told = new CompletableFuture<>();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        One.blocking(() -> opened(opening))
                .timeout(SECOND)
                .onUndelivered(Token.class, told::complete)
                .withContext(context -> context.withClock(time))
                .subscribe(token -> {}, failed::complete);
        time.advance(SECOND);
        assertTrue(failed.isDone());
        opening.countDown();
        assertEquals(new Token(0), told.get(120, TimeUnit.SECONDS));
    }

    @Test
    void whatABlockingCallGivesAfterTheCancellationIsTold() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CompletableFuture<Token> told = new CompletableFuture<>();
        Cancellable subscription = One.blocking(() -> opened(opening))
                .onUndelivered(Token.class, told::complete)
                .subscribe(token -> {});
        subscription.cancel();
        opening.countDown();
        assertEquals(new Token(0), told.get(120, TimeUnit.SECONDS));
    }

    @Test
    void whatMapBlockingMakesAfterTheCancellationIsTold() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CompletableFuture<Token> told = new CompletableFuture<>();
        Cancellable subscription = Many.of(1)
                .mapBlocking(1, i -> opened(opening))
                .onUndelivered(Token.class, told::complete)
                .subscribe(token -> {});
        subscription.cancel();
        opening.countDown();
        assertEquals(new Token(0), told.get(120, TimeUnit.SECONDS));
    }

    private static Token opened(CountDownLatch opening) {
        Threads.await(opening);
        return new Token(0);
    }

    /** One subscription, cancelled at one moment. */
    private static final class Run {
        private final VirtualTime time = new VirtualTime();
        private final List<Token> in = new ArrayList<>();
        private final List<Token> told = new ArrayList<>();
        private final List<Token> out = new ArrayList<>();
        private final Set<Token> given = ConcurrentHashMap.newKeySet();
        private final One<?> one;
        private int attempts;

        Run(Row row) {
            one = row.apply(this);
        }

        private Token made() {
            Token token = new Token(in.size());
            in.add(token);
            return token;
        }

        One<Token> now() {
            return One.supply(this::made);
        }

        /** A value after so many seconds, also if nobody waits for it any more. */
        One<Token> open(int seconds) {
            return One.from(() -> {
                CompletableFuture<Token> future = new CompletableFuture<>();
                time.schedule(() -> future.complete(made()), SECOND.multipliedBy(seconds));
                return future;
            });
        }

        One<Token> fail(int seconds) {
            return One.timer(SECOND.multipliedBy(seconds)).then(One.fail(() -> new IllegalStateException("planned")));
        }

        Token given(Token token) {
            given.add(token);
            return token;
        }

        One<?> close(Token token) {
            return One.of(given(token)).delay(SECOND);
        }

        void check(int moment) {
            Cancellable subscription = one.onUndelivered(Token.class, told::add)
                    .withContext(context -> context.withClock(time))
                    .subscribe(this::received, failure -> {});
            for (int i = 0; i < moment && time.advanceToNext(); i++) {
                // until then
            }
            subscription.cancel();
            time.advance(SECOND.multipliedBy(MOMENTS));
            for (Token token : in) {
                assertAccounted(token, "cancelled at moment " + moment + ": " + token);
            }
        }

        private void received(Object value) {
            switch (value) {
                case Token token -> out.add(token);
                case List<?> list -> list.forEach(this::received);
                case Outcome<?> outcome when outcome.value() != null -> received(outcome.value());
                case null, default -> {}
            }
        }

        private void assertAccounted(Token token, String where) {
            long came = out.stream().filter(token::equals).count();
            long lost = told.stream().filter(token::equals).count();
            if (came + lost != 1 && !(came + lost == 0 && given.contains(token))) {
                assertEquals(1, came + lost, where + " came out " + came + " times, was told " + lost + " times");
            }
        }
    }
}
