package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** An operator upon itself, again and again, on a thread with little stack: what grows that by each of them fails. */
final class Depth {
    private static final int LEVELS = 2_000;
    private static final long STACK = 384 * 1024;
    private static final int MOST_TIMERS = 20 * LEVELS;

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger live = new AtomicInteger(); // runs of the source
    private @Nullable Throwable failure;
    private boolean ended;

    private Depth() {}

    /**
     * Checks an operator.
     *
     * @param isSame whether it ends in the same way at every depth, however it is asked
     */
    static <R> void check(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, boolean isSame) {
        onSmallStack(() -> {
            Depth one = new Depth().end(operator, 1);
            Depth many = new Depth().end(operator, LEVELS);
            if (isSame) {
                sameEnd(one, many);
            } else {
                many.require(many.ended == one.ended, "a chain of " + LEVELS + " ends if one does");
            }
        });
        onSmallStack(() -> new Depth().cancel(operator));
    }

    static void checkOne(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator) {
        for (boolean late : new boolean[] {false, true}) {
            onSmallStack(
                    () -> sameEnd(new Depth().endOne(operator, 1, late), new Depth().endOne(operator, LEVELS, late)));
        }
        onSmallStack(() -> new Depth().cancelOne(operator));
    }

    private static void onSmallStack(Runnable action) {
        FutureTask<@Nullable Void> task = new FutureTask<>(action, null);
        Thread thread = new Thread(null, task, "little stack", STACK);
        thread.start();
        try {
            thread.join();
            task.get();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupt);
        } catch (ExecutionException thrown) {
            throw new AssertionError(thrown.getMessage(), thrown);
        }
    }

    private static void sameEnd(Depth one, Depth many) {
        many.require(
                many.ended == one.ended && type(many.failure) == type(one.failure),
                "a chain of " + LEVELS + " ends as one does, with " + one.failure);
    }

    private static @Nullable Class<?> type(@Nullable Throwable failure) {
        return failure == null ? null : failure.getClass();
    }

    private <R> Depth end(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, int levels) {
        subscribe(operator, Many.range(0, 3), levels);
        return settled();
    }

    private <R> void cancel(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator) {
        cancel(subscribe(operator, Many.never(), LEVELS));
    }

    private Depth settled() {
        for (int i = 0; !ended && i < MOST_TIMERS && time.advanceToNext(); i++) {
            // until nothing waits
        }
        return this;
    }

    private void cancel(Cancellable subscription) {
        subscription.cancel();
        time.runDue();
        require(
                !(failure instanceof StackOverflowError) && live.get() == 0,
                "a cancellation reaches the source through " + LEVELS);
    }

    private <R> Cancellable subscribe(
            BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, Many<Integer> source, int levels) {
        Many<Integer> many = Many.defer(() -> {
            live.incrementAndGet();
            return source.doFinally(ending -> live.decrementAndGet());
        });
        for (int i = 0; i < levels; i++) {
            many = operator.apply(many, time).map(result -> 0).take(3); // however many it makes of one
        }
        return many.withContext(context -> context.withClock(time))
                .subscribe(
                        item -> {},
                        thrown -> {
                            failure = thrown;
                            ended = true;
                        },
                        () -> ended = true);
    }

    private Depth endOne(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator, int levels, boolean late) {
        CompletableFuture<@Nullable Integer> stage = new CompletableFuture<>();
        subscribe(operator, late ? One.from(() -> stage) : One.of(1), levels);
        stage.complete(1);
        return settled();
    }

    private void cancelOne(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator) {
        cancel(subscribe(operator, One.never(), LEVELS));
    }

    private Cancellable subscribe(
            BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator,
            One<@Nullable Integer> source,
            int levels) {
        One<@Nullable Integer> one = One.defer(() -> {
            live.incrementAndGet();
            return source.doFinally(ending -> live.decrementAndGet());
        });
        for (int i = 0; i < levels; i++) {
            one = operator.apply(one, time).map(value -> 1);
        }
        return one.withContext(context -> context.withClock(time)).subscribe(value -> ended = true, thrown -> {
            failure = thrown;
            ended = true;
        });
    }

    private void require(boolean met, String law) {
        if (!met) {
            throw new AssertionError(
                    "broken law: " + law + ", on " + STACK / 1024 + " KiB of stack\n  ended: " + ended
                            + ", runs of the source that are left: " + live,
                    failure);
        }
    }
}
