package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A thread that has a value of its own, and streams that come from it. */
final class Elsewhere implements AutoCloseable, Clock {
    static final String THEIRS = "theirs";
    private static final Duration SECOND = Duration.ofSeconds(1);

    final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Queue<Seen> others = new ConcurrentLinkedQueue<>();
    private final AtomicLong now = new AtomicLong();

    Elsewhere() {
        on(() -> {
            Seen.VALUE.set(THEIRS);
            return null;
        });
    }

    /** Waits until the thread has done it. */
    <V> V on(Supplier<V> task) {
        return CompletableFuture.supplyAsync(task, thread).join();
    }

    /** Whether the thread has its own value again, and what is not the subscriber's saw what it should. */
    void check() {
        assertEquals(THEIRS, on(Seen.VALUE::get), "the other thread has its own value again");
        others.forEach(Seen::check);
    }

    /** On a thread of somebody else's, who is in no pipeline. */
    private static void theyDo(Runnable subscription) {
        CompletableFuture.runAsync(
                        () -> {
                            Seen.VALUE.set(THEIRS);
                            subscription.run();
                        },
                        task -> Thread.ofVirtual().start(task))
                .join();
    }

    private Seen others(String expected) {
        Seen seen = new Seen(expected);
        others.add(seen);
        return seen;
    }

    @Override
    public void close() {
        thread.close();
    }

    @Override
    public long nanoTime() {
        return now.get();
    }

    /** Time passes by itself. */
    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        now.addAndGet(delay.toNanos());
        AtomicBoolean cancelled = new AtomicBoolean();
        thread.execute(() -> {
            if (!cancelled.get()) {
                task.run();
            }
        });
        return () -> cancelled.set(true);
    }

    // ---------------------------------------------------------------- streams of 1, 2, 3

    enum Source {
        THIS_THREAD,
        PUBLISH_ON,
        SUBSCRIBE_ON,
        TIMER,
        BLOCKING,
        GENERATE,
        FOREIGN,
        FOREIGN_ON_THE_REQUESTER,
        EMITTER,
        BROADCAST,
        SHARED_WITH_OTHERS,
        OTHER_VALUES_ABOVE
    }

    Many<Integer> many(Source source) {
        Many<Integer> items = Many.of(1, 2, 3);
        return switch (source) {
            case THIS_THREAD -> items;
            case PUBLISH_ON -> items.map(item -> item).publishOn(thread, 2);
            case SUBSCRIBE_ON -> items.subscribeOn(thread);
            case TIMER -> items.delay(SECOND).withContext(context -> context.withClock(this));
            case BLOCKING -> items.mapBlocking(2, item -> item);
            case GENERATE ->
                Many.generate(out -> {
                    for (int i = 1; i <= 3; i++) {
                        out.emit(i);
                    }
                });
            case FOREIGN -> Many.from(publisher(thread));
            case FOREIGN_ON_THE_REQUESTER -> Many.from(publisher(Runnable::run));
            case EMITTER ->
                Many.emitter(
                        Overflow.buffer(3),
                        emitter -> thread.execute(() -> {
                            List.of(1, 2, 3).forEach(emitter::next);
                            emitter.complete();
                        }));
            case BROADCAST ->
                Many.defer(() -> {
                    Broadcast<Integer> broadcast = Broadcast.create();
                    return Many.merge(broadcast.listen(Overflow.buffer(3)), feeding(broadcast));
                });
            case SHARED_WITH_OTHERS ->
                Many.defer(() -> {
                    Broadcast<Integer> broadcast = Broadcast.create();
                    Seen theirs = others(THEIRS);
                    Many<Integer> shared =
                            broadcast.listen(Overflow.buffer(3)).map(theirs::in).share();
                    theyDo(shared::subscribe); // so that it is their pipeline that feeds ours
                    return Many.merge(shared, feeding(broadcast));
                });
            case OTHER_VALUES_ABOVE ->
                Many.defer(() -> {
                    Seen others = others("others");
                    return items.map(others::in)
                            .publishOn(thread)
                            .map(others::in)
                            .withContext(context -> Propagation.with(context, Seen.KEY, "others"));
                });
        };
    }

    private Many<Integer> feeding(Broadcast<Integer> broadcast) {
        return Many.defer(() -> {
            thread.execute(() -> {
                List.of(1, 2, 3).forEach(broadcast::emit);
                broadcast.complete();
            });
            return Many.empty();
        });
    }

    private static Flow.Publisher<Integer> publisher(Executor executor) {
        return subscriber -> executor.execute(() -> subscriber.onSubscribe(new Subscription(subscriber, executor)));
    }

    private static final class Subscription implements Flow.Subscription {
        private final Flow.Subscriber<? super Integer> subscriber;
        private final Executor executor;
        private final AtomicLong asked = new AtomicLong();
        private int emitted;
        private volatile boolean cancelled;

        Subscription(Flow.Subscriber<? super Integer> subscriber, Executor executor) {
            this.subscriber = subscriber;
            this.executor = executor;
        }

        @Override
        public void request(long n) {
            if (asked.getAndAdd(Math.min(n, 1_000)) == 0) {
                executor.execute(this::emit);
            }
        }

        private void emit() {
            do {
                if (!cancelled && emitted < 3) {
                    subscriber.onNext(++emitted);
                    if (!cancelled && emitted == 3) {
                        subscriber.onComplete();
                    }
                }
            } while (asked.decrementAndGet() > 0);
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    // ---------------------------------------------------------------- Ones of 1

    enum Origin {
        THIS_THREAD,
        PUBLISH_ON,
        SUBSCRIBE_ON,
        TIMER,
        TIMED,
        BLOCKING,
        FUTURE,
        STREAM,
        CACHED_BY_OTHERS,
        OTHER_VALUES_ABOVE
    }

    One<Integer> one(Origin origin) {
        return switch (origin) {
            case THIS_THREAD -> One.of(1);
            case PUBLISH_ON -> One.of(1).publishOn(thread);
            case SUBSCRIBE_ON -> One.of(1).subscribeOn(thread);
            case TIMER -> One.of(1).delay(SECOND).withContext(context -> context.withClock(this));
            case TIMED -> One.of(1).publishOn(thread).timeout(Duration.ofHours(1));
            case BLOCKING -> One.blocking(() -> 1);
            case FUTURE -> One.from(() -> CompletableFuture.supplyAsync(() -> 1, thread));
            case STREAM -> Many.of(1).map(item -> item).publishOn(thread).first();
            case CACHED_BY_OTHERS ->
                One.defer(() -> {
                    CompletableFuture<Integer> future = new CompletableFuture<>();
                    Seen theirs = others(THEIRS);
                    One<Integer> cached = One.from(() -> future).map(theirs::in).cache();
                    theyDo(cached::subscribe);
                    thread.execute(() -> future.complete(1));
                    return cached;
                });
            case OTHER_VALUES_ABOVE ->
                One.defer(() -> {
                    Seen others = others("others");
                    return One.of(1)
                            .map(others::in)
                            .publishOn(thread)
                            .map(others::in)
                            .withContext(context -> Propagation.with(context, Seen.KEY, "others"));
                });
        };
    }
}
