package dev.weir;

import static dev.weir.Many.onUse;

import dev.weir.op.combine.Race;
import dev.weir.op.combine.WithLatestFrom;
import dev.weir.op.demand.LimitRate;
import dev.weir.op.end.Single;
import dev.weir.op.flatten.ConcatMap;
import dev.weir.op.group.BufferUntilChanged;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.limit.TakeLast;
import dev.weir.op.time.Newest;
import dev.weir.op.time.RateLimit;
import dev.weir.op.transform.Index;
import dev.weir.op.transform.ThrottleFirst;
import dev.weir.op.watch.DoOnRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Operators that are needed now and then, as values for {@link Many#through}: {@code many.through(sample(second))}. Those
 * of your own are made alike: a function from a stream to another.
 */
public final class Operators {
    private Operators() {}

    // ---------------------------------------------------------------- transform

    /**
     * An item and its number, from 0.
     *
     * @param <T> the item's type
     */
    public record Indexed<T>(long index, T item) {}

    /** Each item with its number. {@snippet file = "index.txt"} */
    public static <T> Function<Many<T>, Many<Indexed<T>>> index() {
        return Index::new;
    }

    /**
     * Each item, and right behind it what the function makes of it, and of that again: a tree, depth first. Holds what the
     * open streams of one branch hold, through each of which an item passes; of a One's stream nothing is left behind its
     * item, so that a chain of pages may have no end.
     * {@snippet file = "expand.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> expand(Function<? super T, ? extends Many<? extends T>> children) {
        return many -> onUse(new ConcatMap<>(many, Argument.given(children, "expand: the function"), true));
    }

    // ---------------------------------------------------------------- limit

    /**
     * The only item; fails if there is none, or a second.
     * {@snippet file = "single.txt"}
     * {@snippet file = "singleOfTwo.txt"}
     */
    public static <T> Function<Many<T>, One<T>> single() {
        return Single::new;
    }

    /**
     * The items from the moment on at which the other stream emits or completes.
     * {@snippet file = "skipUntil.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> skipUntil(Many<?> other) {
        return many -> WithLatestFrom.only(WithLatestFrom.Use.SINCE, many, other);
    }

    /**
     * The last {@code count} items, which it holds, once all have come; for the first that is asked for all have to.
     * {@snippet file = "takeLast.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> takeLast(int count) {
        return many -> onUse(new TakeLast<>(many, count, false));
    }

    /**
     * All items but the last {@code count}, each when as many have come after it: it holds that many.
     * {@snippet file = "skipLast.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> skipLast(int count) {
        return many -> onUse(new TakeLast<>(many, count, true));
    }

    // ---------------------------------------------------------------- combine

    /**
     * The stream or one of the others, whichever signals first: an item, the completion or a failure. All are asked for what
     * is asked for until then; then the others are cancelled.
     * {@snippet file = "raceWith.txt"}
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Function<Many<T>, Many<T>> raceWith(Many<? extends T>... others) {
        Many<? extends T>[] all =
                Argument.given(others, "raceWith: the streams").clone();
        return many -> onUse(new Race<>(many, all));
    }

    // ---------------------------------------------------------------- group

    /**
     * Lists of items that follow each other and have the same key, each when the next begins, when it has {@code most} items,
     * or at the completion. Holds one list.
     * {@snippet file = "bufferUntilChanged.txt"}
     */
    public static <T> Function<Many<T>, Many<List<T>>> bufferUntilChanged(int most, Function<? super T, ?> key) {
        return many -> onUse(new BufferUntilChanged<>(many, most, key));
    }

    // ---------------------------------------------------------------- time

    /**
     * An item, and then none for so long.
     * {@snippet file = "throttleFirst.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> throttleFirst(Duration pause) {
        return many -> onUse(new ThrottleFirst<>(many, pause));
    }

    /**
     * An item at once, and then the newest that came after each pause; the last at the completion at the latest.
     * Requests without bound, holds one item.
     * {@snippet file = "throttleLatest.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> throttleLatest(Duration pause) {
        return many -> Newest.throttle(many, pause);
    }

    /**
     * The newest item at each tick that came since the one before; the last at the completion. Requests without bound,
     * holds one item.
     * {@snippet file = "sample.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> sample(Duration period) {
        return many -> Newest.sample(many, period);
    }

    /**
     * Each item, but on average no more than so many in that time, evenly; after a pause, and at the beginning, {@code
     * count} at once. So up to {@code 2 * count - 1} come in a time that begins so; where a quota must hold for every time,
     * allow for a burst of one.
     * {@snippet file = "rateLimit.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> rateLimit(int count, Duration per) {
        return rateLimit(count, per, count);
    }

    /**
     * Each item, but on average no more than so many in that time, evenly, and never more than {@code count + burst - 1}
     * within one. Nothing is dropped: upstream is asked for less.
     *
     * @param burst how many at once at most, after a pause and at the beginning; as many are asked for ahead
     */
    public static <T> Function<Many<T>, Many<T>> rateLimit(int count, Duration per, int burst) {
        return many -> onUse(new RateLimit<>(many, count, per, burst));
    }

    /**
     * Each item no sooner than so long after the one before.
     * {@snippet file = "delayBetween.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> delayBetween(Duration pause) {
        return rateLimit(1, Argument.positive(pause, "delayBetween: the pause"), 1);
    }

    /**
     * The stream so long after it was subscribed to.
     * {@snippet file = "delaySubscription.txt"}
     */
    public static <T> Function<Many<T>, Many<T>> delaySubscription(Duration delay) {
        return many -> One.timer(Argument.notNegative(delay, "delaySubscription: the delay"))
                .flatMapMany(_ -> many);
    }

    // ---------------------------------------------------------------- demand

    /**
     * Asks for no more than so many items at a time, of those that are asked for: first for that many, then for three quarters
     * of it as often as they have come. Holds none. A list and the like, which make an item when the one before has been passed
     * on, have nothing ahead to be limited, and are asked for all at once.
     * {@snippet file = "limitRate.txt"}
     * Here the source is asked for {@code <4>} and then for {@code <3>}.
     */
    public static <T> Function<Many<T>, Many<T>> limitRate(int n) {
        return many -> onUse(new LimitRate<>(many, n));
    }

    /**
     * Lets items through while the valve is open. What comes while it is closed waits: one item; upstream is asked for the
     * next when that has gone. One that came while it was open goes when it is asked for, also if that is later.
     * {@snippet file = "pausable.txt"}
     * Here an x closes the valve and an o opens it. The end, also a failure, comes behind an item that waits.
     */
    public static <T> Function<Many<T>, Many<T>> pausable(Valve valve) {
        Function<T, One<T>> opened = Adapted.of(valve, "pausable: the valve", item -> valve.opened(item));
        return many -> many.mapAsync(1, opened);
    }

    // ---------------------------------------------------------------- watch

    /** Calls the action for each subscription, before it is made; what it throws is a failure. */
    public static <T> Function<Many<T>, Many<T>> doOnSubscribe(Consumer<? super Context> action) {
        Argument.given(action, "doOnSubscribe: the action");
        return many -> Many.deferContextual(Adapted.of(action, "doOnSubscribe: the action", context -> {
            action.accept(context);
            return many;
        }));
    }

    /**
     * An action for each request, before upstream sees it, with the number of items; {@code Long.MAX_VALUE} is any number. One
     * that throws ends the whole subscription, as requests come from anywhere: what is below is cancelled, and can't recover.
     */
    public static <T> Function<Many<T>, Many<T>> doOnRequest(LongConsumer action) {
        return many -> onUse(new DoOnRequest<>(many, action));
    }

    /** Calls the action when the subscription is cancelled. */
    public static <T> Function<Many<T>, Many<T>> doOnCancel(Runnable action) {
        Consumer<Ending> ended = Ending.whenCancelled(action);
        return many -> many.doFinally(ended);
    }
}
