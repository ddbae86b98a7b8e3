package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Emitter;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Retry;
import dev.weir.propagation.carry.Contexts;
import dev.weir.testkit.Probe;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Each way by which a thread from elsewhere gets into a pipeline, and what is carried then. */
class EachEntranceTest {
    private static final String MINE = "mine";
    private static final ScopedValue<String> NOBODY = ScopedValue.newInstance();

    private final Seen seen = new Seen(MINE);
    private Elsewhere elsewhere;

    @BeforeEach
    void begin() {
        elsewhere = new Elsewhere();
        Seen.VALUE.set(MINE);
    }

    @AfterEach
    void end() {
        Seen.VALUE.remove();
        elsewhere.close();
    }

    private void inMine(Runnable task) {
        ScopedValue.where(Seen.SCOPED, MINE).run(task);
    }

    private void check() {
        elsewhere.check();
        seen.check();
    }

    private Void elsewhere(Runnable task) {
        return elsewhere.on(() -> {
            task.run();
            return null;
        });
    }

    @Test
    void whatAFunctionSetsStaysInside() {
        Seen.VALUE.remove();
        Queue<Runnable> tasks = new ArrayDeque<>();
        Probe<Integer> probe =
                Probe.subscribeTo(Many.of(1).publishOn(tasks::add).doOnNext(_ -> Seen.VALUE.set("changed")));
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        probe.assertItems(1).assertCompleted();
        assertNull(Seen.VALUE.get());
    }

    @Test
    void aRequestOfAForeignSubscriber() {
        Probe<Integer> probe = Probe.demanding(0);
        inMine(() -> Many.range(0, 9).map(seen::in).subscribe(probe));
        elsewhere(() -> probe.request(9));
        probe.assertItemCount(9).assertCompleted();
        check();
    }

    @Test
    void aForeignSubscribersOwnMethods() {
        Flow.Subscriber<Integer> subscriber = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                seen.in(subscription).request(9);
            }

            @Override
            public void onNext(Integer item) {
                seen.in(item);
            }

            @Override
            public void onError(Throwable failure) {
                seen.in(failure);
            }

            @Override
            public void onComplete() {
                seen.in("completed");
            }
        };
        inMine(() -> Many.of(1).map(i -> i).publishOn(elsewhere.thread).subscribe(subscriber));
        inMine(() -> Many.fail(() -> new IllegalStateException("planned"))
                .publishOn(elsewhere.thread)
                .map(i -> 1)
                .subscribe(subscriber));
        check();
    }

    @Test
    void aCancellationByASubscriber() {
        Probe<Integer> probe = Probe.demanding(1);
        inMine(() -> Many.range(0, 9).doFinally(seen::in).subscribe(probe));
        elsewhere(probe::cancel);
        check();
    }

    @Test
    void aCancellationOfWhatLambdasSubscribed() {
        Cancellable[] subscription = new Cancellable[1];
        inMine(() -> subscription[0] = Many.never().doFinally(seen::in).subscribe());
        elsewhere(subscription[0]::cancel);
        check();
    }

    @Test
    void aCancellationOfAOneAndItsSteps() {
        Cancellable[] subscription = new Cancellable[1];
        inMine(() ->
                subscription[0] = One.never().map(i -> i).doFinally(seen::in).subscribe());
        elsewhere(subscription[0]::cancel);
        check();
    }

    @Test
    void theEndOfTheFutureThatItBecame() {
        CompletableFuture<?>[] future = new CompletableFuture<?>[1];
        inMine(() ->
                future[0] = One.never().doFinally(seen::in).toCompletionStage().toCompletableFuture());
        elsewhere(() -> future[0].cancel(false));
        check();
    }

    @Test
    void aLoopOnAnotherThread() {
        Items<?>[] items = new Items<?>[1];
        inMine(() -> items[0] =
                Many.range(0, 100_000).map(seen::in).doFinally(seen::in).iterate());
        elsewhere(() -> {
            int n = 0;
            for (Object _ : items[0]) {
                if (++n == 900) {
                    break;
                }
            }
            items[0].close();
        });
        check();
    }

    @Test
    void theEndOfALoopOnAnotherThread() {
        AtomicReference<Items<Integer>> items = new AtomicReference<>();
        inMine(() -> items.set(Many.range(0, 100_000).doFinally(seen::in).iterate()));
        elsewhere(() -> items.get().close());
        check();
    }

    @Test
    void aListenerOfASharedStreamThatAsksAndLeaves() {
        Seen theirs = new Seen(Elsewhere.THEIRS);
        Many<Integer> shared =
                Many.range(0, 10_000).map(theirs::in).doFinally(theirs::in).share();
        Probe<Integer> first = Probe.demanding(10);
        Probe<Integer> second = Probe.demanding(0);
        elsewhere(() -> shared.subscribe(first));
        inMine(() -> shared.map(seen::in).subscribe(second));
        elsewhere(() -> first.request(10_000));
        second.request(1_000);
        elsewhere(first::cancel);
        second.cancel();
        theirs.check();
        check();
    }

    @Test
    void anActionThatAnEmitterIsGivenLater() {
        AtomicReference<Emitter<Integer>> emitter = new AtomicReference<>();
        inMine(() -> Many.<Integer>emitter(Overflow.buffer(1), emitter::set).subscribe());
        elsewhere(() -> emitter.get().onRequest(() -> seen.in(1)));
        check();
    }

    @Test
    void lambdasThatAreTheSubscriber() {
        inMine(() -> One.of(1).publishOn(elsewhere.thread).subscribe(seen::in));
        inMine(() -> One.<Integer>fail(IllegalStateException::new)
                .publishOn(elsewhere.thread)
                .subscribe(value -> {}, seen::in));
        inMine(() -> Many.of(1).publishOn(elsewhere.thread).subscribe(seen::in, seen::in, () -> seen.in(1)));
        check();
    }

    @Test
    void anEmittersThreadThatEndsIt() {
        AtomicReference<Emitter<Integer>> emitter = new AtomicReference<>();
        inMine(() -> Many.<Integer>emitter(Overflow.buffer(1), e -> {
                    emitter.set(e);
                    e.onEnd(() -> seen.in(1));
                })
                .doFinally(seen::in)
                .subscribe());
        elsewhere(() -> emitter.get().complete());
        check();
    }

    @Test
    void whatIsUndelivered() {
        AtomicReference<Emitter<Integer>> emitter = new AtomicReference<>();
        Probe<Integer> probe = Probe.demanding(0);
        inMine(() -> Many.<Integer>emitter(Overflow.drop(), emitter::set)
                .onUndelivered(Integer.class, seen::in)
                .subscribe(probe));
        elsewhere(() -> emitter.get().next(1));
        check();
    }

    @Test
    void whoHadNothingSeesNothing() {
        Seen.VALUE.remove();
        Seen nothing = new Seen("null");
        Many.range(0, 9)
                .map(i -> i)
                .publishOn(elsewhere.thread)
                .map(nothing::in)
                .count()
                .await();
        nothing.check();
        elsewhere.check();
    }

    @Test
    void aPipelineInAFunctionTakesWhatIsThereThen() {
        Seen inner = new Seen("changed");
        Many.of(1)
                .map(i -> i)
                .publishOn(elsewhere.thread)
                .map(i -> {
                    Seen.VALUE.set("changed");
                    try {
                        return One.of(i)
                                .subscribeOn(Runnable::run)
                                .map(inner::in)
                                .await();
                    } finally {
                        Seen.VALUE.set(MINE);
                    }
                })
                .count()
                .await();
        inner.check();
        elsewhere.check();
    }

    @Test
    void aChainThatIsTooLongForTheStack() {
        Many<Integer> many = Many.range(0, 3);
        for (int i = 0; i < 1_000; i++) {
            many = many.map(item -> item);
        }
        Many<Integer> deep = many.map(seen::in);
        for (int i = 0; i < 1_000; i++) {
            deep = deep.filter(item -> true);
        }
        Many<Integer> last = deep;
        inMine(() -> last.publishOn(elsewhere.thread).map(seen::in).count().await());
        check();
    }

    // ---------------------------------------------------------------- values of one's own

    @Test
    void otherValuesAreForThoseAbove() {
        Seen above = new Seen("ada");
        inMine(() -> Many.of(1, 2)
                .map(above::in)
                .mapBlocking(1, above::in)
                .withContext(context -> Propagation.with(context, Seen.KEY, "ada"))
                .map(seen::in)
                .publishOn(elsewhere.thread)
                .forEach(seen::in)
                .await());
        above.check();
        check();
    }

    @Test
    void otherValuesAreNotForTheSubscriberRightBelow() {
        Seen above = new Seen("ada");
        Many<Integer> others = Many.of(1, 2)
                .map(above::in)
                .publishOn(elsewhere.thread)
                .withContext(context -> Propagation.with(context, Seen.KEY, "ada"));
        inMine(() -> others.forEach(seen::in).await());
        inMine(() -> others.subscribe(Probe.<Integer>unbounded().whenItem((probe, item) -> seen.in(item))));
        check();
        above.check();
    }

    @Test
    void otherValuesAreForTheEndOfWhatAValueBelongsTo() {
        Many<Integer> items = Many.range(0, 9);
        for (Many<Integer> source : List.of(items, items.publishOn(elsewhere.thread, 2))) {
            Seen above = new Seen("ada");
            inMine(() -> source.doFinally(above::in)
                    .first()
                    .withContext(context -> Propagation.with(context, Seen.KEY, "ada"))
                    .map(seen::in)
                    .await());
            check(); // waits for the other thread, which comes to the end behind the value
            above.check();
        }
    }

    @Test
    void otherValuesAreRightInChainsThatAreTooLongForTheStack() {
        Seen above = new Seen("ada");
        Many<Integer> many = longer(Many.range(0, 1_000).map(above::in))
                .withContext(context -> Propagation.with(context, Seen.KEY, "ada"))
                .map(seen::in);
        inMine(() -> longer(many).forEach(seen::in).await());
        above.check();
        check();
    }

    private static Many<Integer> longer(Many<Integer> many) {
        Many<Integer> longer = many;
        for (int i = 0; i < 300; i++) {
            longer = longer.filter(item -> true);
        }
        return longer;
    }

    @Test
    void otherValuesInLoopsOfOnesNeedNoStack() {
        inMine(() -> assertEquals(20_000, counting(0).await()));
        check();
    }

    private One<Integer> counting(int n) {
        return One.of(n)
                .publishOn(Runnable::run)
                .flatMap(i -> i == 20_000
                        ? One.supply(() -> i)
                        : One.of(i)
                                .withContext(context -> Propagation.with(context, Seen.KEY, "inner" + i))
                                .map(seen::in)
                                .flatMap(j -> counting(j + 1)));
    }

    @Test
    void aKeyThatNobodyHasIsRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> Propagation.with(Context.empty(), "nobody's", "value"));
        assertEquals(
                "with: no thread-local is registered under nobody's: register it with"
                        + " ContextRegistry.getInstance().registerThreadLocalAccessor(..)",
                refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Propagation.with(Context.empty(), Seen.SCOPED, null));
    }

    @Test
    void aScopedValueCanBeBoundForThoseAbove() {
        String bound = One.supply(Seen.SCOPED::get)
                .withContext(context -> Propagation.with(context, Seen.SCOPED, "bound"))
                .await();
        assertEquals("bound", bound);
    }

    @Test
    void aScopedValueThatIsBoundToNullIsBound() {
        Propagation.carry(NOBODY);
        assertFalse(One.blocking(NOBODY::isBound).await());
        assertTrue(ScopedValue.where(NOBODY, null)
                .call(() -> One.blocking(() -> NOBODY.isBound() && NOBODY.get() == null)
                        .await()));
        Map<Object, Object> read = new HashMap<>();
        ScopedValue.where(NOBODY, null)
                .run(() -> One.deferContextual(context -> {
                            new Contexts().readValues(context, _ -> true, read);
                            return One.of(1);
                        })
                        .await());
        assertEquals(Map.of(Seen.KEY, MINE), read, "the library knows no null");
    }

    @Test
    void aSnapshotOfTheLibrarysIsReadFromAndWrittenToAContext() {
        ContextSnapshotFactory factory = ContextSnapshotFactory.builder().build();
        ContextSnapshot snapshot = factory.captureAll();
        Context written = snapshot.updateContext(Context.empty());
        Seen.VALUE.remove();
        try (ContextSnapshot.Scope _ = factory.captureFrom(written).setThreadLocals()) {
            assertEquals(MINE, Seen.VALUE.get());
        }
        assertNull(Seen.VALUE.get());
        assertEquals(
                MINE,
                One.supply(Seen.VALUE::get).withContext(context -> written).await());
    }

    @Test
    void theContextOfALogger() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        try (MDC.MDCCloseable _ = MDC.putCloseable("user", "ada")) {
            assertEquals(
                    List.of("ada", "ada"),
                    Many.of(1, 2).mapBlocking(2, i -> MDC.get("user")).toList().await());
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
        }
    }

    @Test
    void anAccessorThatThrowsHoldsNothingUp() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new Broken());
        try {
            inMine(() -> Many.of(1, 2)
                    .map(i -> i)
                    .publishOn(elsewhere.thread)
                    .map(seen::in)
                    .count()
                    .await());
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("broken");
        }
        check();
    }

    /** Whatever it throws, the task runs. */
    @Test
    void anAccessorThatThrowsAnErrorHoldsNothingUp() {
        Thread mine = Thread.currentThread();
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        "throws an error",
                        () -> Thread.currentThread() == mine ? "v" : null,
                        value -> {
                            throw new AssertionError("planned");
                        },
                        () -> {});
        try {
            inMine(() -> assertEquals(1, One.blocking(() -> seen.in(1)).await(Duration.ofSeconds(60))));
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("throws an error");
        }
        seen.check();
    }

    /** Those that are made of functions are all of one class. */
    @Test
    void eachAccessorThatThrowsIsTold() {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        Logger logger = Logger.getLogger("dev.weir");
        logger.setFilter(logged -> !told.add(logged.getMessage()));
        ContextRegistry registry = ContextRegistry.getInstance();
        List<String> keys = List.of("one " + UUID.randomUUID(), "two " + UUID.randomUUID()); // each is told once a JVM
        try {
            for (String key : keys) {
                registry.registerThreadLocalAccessor(
                        key,
                        () -> {
                            throw new IllegalStateException("planned");
                        },
                        value -> {},
                        () -> {});
            }
            assertEquals(1, One.blocking(() -> 1).await());
            assertEquals(1, One.blocking(() -> 1).await());
        } finally {
            keys.forEach(registry::removeThreadLocalAccessor);
            logger.setFilter(null);
        }
        for (String key : keys) {
            assertEquals(
                    1,
                    told.stream().filter(line -> line.contains('"' + key + '"')).count(),
                    () -> key + " in " + told);
        }
    }

    private static final class Broken implements ThreadLocalAccessor<String> {
        @Override
        public Object key() {
            return "broken";
        }

        @Override
        public String getValue() {
            throw new IllegalStateException("planned");
        }

        @Override
        public void setValue(String value) {
            throw new IllegalStateException("planned");
        }

        @Override
        public void setValue() {
            throw new IllegalStateException("planned");
        }
    }

    @Test
    void otherValuesAreForWhatIsMadeInASequence() {
        Seen above = new Seen("ada");
        List<Many<Integer>> parts = List.of(
                Many.defer(() -> above.in(Many.of(1))),
                One.supply(() -> above.in(1)).flatMapMany(i -> above.in(Many.of(i))),
                Many.of(1).flatMap(i -> above.in(Many.of(i))),
                Many.<Integer, Integer>unfoldAsync(
                        1, n -> One.of(new Many.Unfolded<Integer, Integer>(above.in(n), null))));
        for (Many<Integer> part : parts) {
            Many<Integer> ada = part.withContext(context -> Propagation.with(context, Seen.KEY, "ada"));
            inMine(() -> Many.concat(Many.of(0), ada).forEach(seen::in).await());
            inMine(() -> ada.retry(Retry.atMost(1)).forEach(seen::in).await());
        }
        above.check();
        check();
    }

    @Test
    void aRetryWithOtherValuesLeavesThoseBelowTheirOwn() {
        AtomicBoolean failed = new AtomicBoolean();
        Many<Integer> again = Many.defer(() -> failed.compareAndSet(false, true)
                        ? Many.<Integer>fail(() -> new IllegalStateException("planned"))
                        : Many.of(1))
                .retry(Retry.backoff(1, Duration.ofMillis(1)))
                .withContext(context -> Propagation.with(context, Seen.KEY, "ada"));
        inMine(() ->
                Many.concat(Many.of(0), again).map(seen::in).forEach(seen::in).await());
        check();
    }

    @Test
    void otherValuesAreRightAtEachDepth() {
        for (int depth = 90; depth < 140; depth++) {
            Seen above = new Seen("ada");
            Many<Integer> longer = Many.concat(
                    Many.of(1).map(above::in).withContext(context -> Propagation.with(context, Seen.KEY, "ada")));
            for (int i = 0; i < depth; i++) {
                longer = longer.filter(item -> true);
            }
            Many<Integer> chain = longer;
            inMine(() -> chain.forEach(seen::in).await());
            above.check();
        }
        check();
    }
}
