package dev.weir.testkit;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a stream does, step by step: each method checks the next thing at once, or has it happen. A step waits, for a
 * minute at most, for what comes from other threads, and runs meanwhile what falls due without it; time passes only
 * where a step says so. A failed step tells the whole history.
 *
 * <pre>{@code
 * Steps.of(Many.interval(Duration.ofHours(1)).take(3))
 *         .nothingFor(Duration.ofMinutes(59))
 *         .after(Duration.ofMinutes(1))
 *         .next(0L)
 *         .after(Duration.ofHours(2))
 *         .assertNext(tick -> assertTrue(tick > 0))
 *         .next(2L)
 *         .completed();
 * }</pre>
 */
public final class Steps<T> {
    private final Probe<T> probe;
    private final VirtualTime time;
    private final Duration patience;
    private int taken; // items that steps have seen

    private Steps(Probe<T> probe, VirtualTime time, Duration patience) {
        this.probe = probe;
        this.time = time;
        this.patience = patience;
    }

    // ---------------------------------------------------------------- making

    /** Subscribes, on a new virtual clock, and requests without bound. */
    public static <T> Steps<T> of(Many<T> many) {
        return of(many, Long.MAX_VALUE);
    }

    /** Subscribes, on a new virtual clock, and requests so much; 0 requests nothing. */
    public static <T> Steps<T> of(Many<T> many, long demand) {
        return of(many, new VirtualTime(), demand);
    }

    /** Subscribes on a virtual clock that others share, and requests so much. */
    public static <T> Steps<T> of(Many<T> many, VirtualTime time, long demand) {
        return of(many, time, demand, Probe.PATIENCE);
    }

    static <T> Steps<T> of(Many<T> many, VirtualTime time, long demand, Duration patience) {
        History history = new History(time);
        history.whileWaiting(time::glance);
        Probe<T> probe = new Probe<>(history, "probe", demand);
        many.withContext(own -> own.withClock(time)).subscribe(probe);
        return new Steps<>(probe, time, patience);
    }

    /** Subscribes, on a new virtual clock; a value is an item, null is none. */
    @SuppressWarnings("NullAway") // a stream has no null
    public static <T> Steps<T> of(One<@Nullable T> one) {
        return of(one.toMany());
    }

    // ---------------------------------------------------------------- items

    /** The next items are these, in this order. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Steps<T> next(T... expected) {
        List<T> wanted = Arrays.asList(expected);
        return items(wanted.size(), came -> came.equals(wanted), "next the items " + wanted);
    }

    /** The next items are these, in any order. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Steps<T> nextInAnyOrder(T... expected) {
        List<T> wanted = Arrays.asList(expected);
        return items(wanted.size(), came -> areSame(came, wanted), "next, in any order, the items " + wanted);
    }

    private static boolean areSame(List<?> some, List<?> others) {
        List<Object> left = new ArrayList<>(others);
        return some.stream().allMatch(left::remove) && left.isEmpty();
    }

    /** The next item is one that is meant. */
    public Steps<T> nextMatching(Predicate<? super T> meant) {
        return items(1, came -> meant.test(came.getFirst()), "next an item that is meant");
    }

    /** So many items come, whatever they are. */
    public Steps<T> nextCount(int count) {
        return items(count, came -> true, count + " items");
    }

    /**
     * Leaves out items as long as they are meant, up to the first that is not. It waits for that one, or for the end; not
     * if all that was requested has come, and not after a cancellation.
     */
    public Steps<T> skipWhile(Predicate<? super T> meant) {
        settle();
        for (List<T> more = more(); !more.isEmpty(); more = more()) {
            for (T item : more) {
                if (!meant.test(item)) {
                    return this;
                }
                taken++;
            }
        }
        return this;
    }

    private List<T> more() {
        return probe.awaitMore(taken, patience);
    }

    /** Gives the next item to the assertion. */
    public Steps<T> assertNext(Consumer<? super T> assertion) {
        T item = await(1).getFirst();
        explained(() -> assertion.accept(item));
        taken++;
        return this;
    }

    private Steps<T> items(int count, Predicate<List<T>> meant, String expected) {
        List<T> came = await(count);
        probe.check(() -> meant.test(came), expected + " after the first " + taken);
        taken += count;
        return this;
    }

    private List<T> await(int count) {
        settle();
        return probe.awaitItems(taken + count).items().subList(taken, taken + count);
    }

    /** What fails has the history of the stream with it. */
    private void explained(Runnable assertion) {
        try {
            assertion.run();
        } catch (AssertionError failed) {
            failed.addSuppressed(probe.fail("after the first " + taken + " items"));
            throw failed;
        }
    }

    // ---------------------------------------------------------------- time and demand

    /** The clock moves on by so much. */
    public Steps<T> after(Duration passing) {
        time.advance(passing);
        return this;
    }

    /** The clock moves on by so much, and meanwhile no item comes and no end. */
    public Steps<T> nothingFor(Duration passing) {
        nothing();
        time.advance(passing);
        return checkNothing("within " + Times.text(passing));
    }

    /** There is no item by now that no step has seen, and no end. */
    public Steps<T> nothing() {
        settle();
        return checkNothing("by now");
    }

    private Steps<T> checkNothing(String when) {
        probe.check(
                () -> probe.items().size() == taken && probe.ending() == null,
                "nothing " + when + " after the first " + taken + " items");
        return this;
    }

    /** Runs what is due. */
    private void settle() {
        time.advance(Duration.ZERO);
    }

    /** Requests more. */
    public Steps<T> request(long n) {
        probe.request(n);
        return this;
    }

    /** Cancels; {@link #nothing} and {@link #nothingFor} can look at what comes nevertheless. */
    public Steps<T> cancel() {
        probe.cancel();
        return this;
    }

    /** Has something happen. */
    public Steps<T> then(Runnable action) {
        action.run();
        return this;
    }

    // ---------------------------------------------------------------- ends

    /** The stream completes, and no item is left that no step has seen. */
    public void completed() {
        end(Ending.COMPLETED, "completion");
    }

    /** The stream fails with that type or one below it, and no item is left that no step has seen. */
    public void failed(Class<? extends Throwable> type) {
        end(Ending.FAILED, "a failure");
        probe.assertFailed(type);
    }

    /** The stream fails with a failure that is meant, and no item is left that no step has seen. */
    public void failed(Predicate<? super Throwable> meant) {
        end(Ending.FAILED, "a failure");
        probe.assertFailed(meant);
    }

    /** Gives the failure of the stream to the assertion; no item is left that no step has seen. */
    public void assertFailed(Consumer<? super Throwable> assertion) {
        end(Ending.FAILED, "a failure");
        explained(() -> assertion.accept(Objects.requireNonNull(probe.failure())));
    }

    /** Gives all items that no step has seen to the assertion when the stream has completed. */
    public void assertRest(Consumer<? super List<T>> assertion) {
        settle();
        List<T> rest = probe.awaitEnd().assertCompleted().items();
        explained(() -> assertion.accept(Collections.unmodifiableList(rest.subList(taken, rest.size()))));
    }

    private void end(Ending wanted, String expected) {
        settle();
        probe.awaitEnd()
                .check(
                        () -> probe.items().size() == taken && probe.ending() == wanted,
                        expected + " after the first " + taken + " items");
    }

    // ---------------------------------------------------------------- what there is

    /** The clock that the steps move. */
    public VirtualTime time() {
        return time;
    }

    /** The subscriber, for all else that can be asked of it. */
    public Probe<T> probe() {
        return probe;
    }
}
