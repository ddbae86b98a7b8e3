package dev.weir.testkit;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.ThreadValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that a test holds in its hand: it controls the demand, keeps what comes, and checks
 * at every signal that the publisher keeps the rules of Reactive Streams. A failed assertion tells
 * the whole history.
 *
 * <pre>{@code
 * Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 5), 2);
 * probe.assertItems(0, 1).assertNotEnded();
 * probe.request(10);
 * probe.assertItems(0, 1, 2, 3, 4).assertCompleted();
 * }</pre>
 *
 * The rules: {@code onSubscribe} first and once, signals one after the other and never inside each
 * other, no more items than requested, nothing after the end, no nulls. A broken rule fails the
 * next assertion.
 */
public final class Probe<T> implements Flow.Subscriber<T> {
    /** How long a test waits, unless told otherwise: only one that fails does to the end, and a busy machine needs much. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    // all state is guarded by the history
    private final History history;
    private final String who;
    private final SignalRules rules;
    private final List<T> items = new ArrayList<>();
    private Flow.@Nullable Subscription subscription;
    private boolean cancelled;
    private @Nullable Ending ending;
    private @Nullable Throwable failure;

    private Consumer<? super Probe<T>> whenSubscribed = probe -> {};
    private BiConsumer<? super Probe<T>, ? super T> whenItem = (probe, item) -> {};
    private Consumer<? super Probe<T>> whenEnded = probe -> {};

    Probe(History history, String who, long demand) {
        this.history = history;
        this.who = who;
        this.rules = new SignalRules(history, who);
        rules.request(demand);
    }

    // ---------------------------------------------------------------- making

    /** A probe that requests without bound when it is subscribed. */
    public static <T> Probe<T> unbounded() {
        return demanding(Long.MAX_VALUE);
    }

    /** A probe that requests so much when it is subscribed; 0 requests nothing. */
    public static <T> Probe<T> demanding(long demand) {
        return new Probe<>(new History(Clock.system()), "probe", demand);
    }

    /** Subscribes a new, unbounded probe. */
    public static <T> Probe<T> subscribeTo(Flow.Publisher<T> publisher) {
        return subscribeTo(publisher, Long.MAX_VALUE);
    }

    /** Subscribes a new probe with the initial demand. */
    public static <T> Probe<T> subscribeTo(Flow.Publisher<T> publisher, long demand) {
        Probe<T> probe = demanding(demand);
        publisher.subscribe(probe);
        return probe;
    }

    /** Subscribes a new, unbounded probe on virtual time. */
    public static <T> Probe<T> subscribeTo(Many<T> many, VirtualTime time) {
        return subscribeTo(many, time.context(), Long.MAX_VALUE);
    }

    /** Subscribes a new, unbounded probe with the context; values of the thread are carried, unless it has others. */
    public static <T> Probe<T> subscribeTo(Many<T> many, Context context) {
        return subscribeTo(many, context, Long.MAX_VALUE);
    }

    /** As {@link #subscribeTo(Many, Context)}, with the initial demand. */
    public static <T> Probe<T> subscribeTo(Many<T> many, Context context, long demand) {
        Probe<T> probe = new Probe<>(new History(context.clock()), "probe", demand);
        many.withContext(own -> carrying(own, context)).subscribe(probe);
        return probe;
    }

    /** The context; if it has no values of a thread, with those of the thread that subscribes. */
    private static Context carrying(Context own, Context context) {
        ThreadValues.Captured values = context.get(ThreadValues.KEY) == null ? own.get(ThreadValues.KEY) : null;
        return values == null ? context : context.with(ThreadValues.KEY, values);
    }

    /** Calls the action inside {@code onSubscribe}, before the initial demand; set it before subscribing. */
    public Probe<T> whenSubscribed(Consumer<? super Probe<T>> action) {
        whenSubscribed = action;
        return this;
    }

    /** Calls the action inside {@code onNext}; set it before subscribing. */
    public Probe<T> whenItem(BiConsumer<? super Probe<T>, ? super T> action) {
        whenItem = action;
        return this;
    }

    /** Calls the action inside {@code onError} or {@code onComplete}; set it before subscribing. */
    public Probe<T> whenEnded(Consumer<? super Probe<T>> action) {
        whenEnded = action;
        return this;
    }

    // ---------------------------------------------------------------- acting

    /** Requests, or adds to the initial demand if the probe is not subscribed yet. */
    public void request(long n) {
        Flow.Subscription current;
        synchronized (history) {
            rules.request(n);
            current = subscription;
            if (current != null) {
                history.add(who, "request(" + History.amount(n) + ")");
            }
        }
        if (current != null) {
            current.request(n);
        }
    }

    /** Cancels, or makes the probe cancel as soon as it is subscribed. */
    public void cancel() {
        Flow.Subscription current;
        synchronized (history) {
            cancelled = true;
            current = subscription;
            history.add(who, "cancel");
        }
        if (current != null) {
            current.cancel();
        }
    }

    // ---------------------------------------------------------------- reading

    /** The items so far. */
    public List<T> items() {
        synchronized (history) {
            return List.copyOf(items);
        }
    }

    int itemCount() {
        synchronized (history) {
            return items.size();
        }
    }

    /** How the publisher ended the stream; null if it has not. */
    public @Nullable Ending ending() {
        synchronized (history) {
            return ending;
        }
    }

    /** The failure that ended the stream, or null. */
    public @Nullable Throwable failure() {
        synchronized (history) {
            return failure;
        }
    }

    /** All that was requested so far; {@code Long.MAX_VALUE} is unbounded. */
    public long requested() {
        synchronized (history) {
            return rules.requested();
        }
    }

    /** Whether the probe has cancelled. */
    public boolean isCancelled() {
        synchronized (history) {
            return cancelled;
        }
    }

    /** The rules of Reactive Streams that the publisher has broken, in words. */
    public List<String> brokenRules() {
        synchronized (history) {
            return List.copyOf(rules.violations());
        }
    }

    /** All signals, requests and cancellations so far: a table with virtual times and threads. */
    public String history() {
        return history.toString();
    }

    // ---------------------------------------------------------------- asserting

    /** The items so far are these, in this order. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Probe<T> assertItems(T... expected) {
        List<T> wanted = Arrays.asList(expected);
        return check(() -> items.equals(wanted), "the items " + wanted);
    }

    /** So many items came so far. */
    public Probe<T> assertItemCount(int expected) {
        return check(() -> items.size() == expected, expected + " items");
    }

    public Probe<T> assertCompleted() {
        return check(() -> ending == Ending.COMPLETED, "completion");
    }

    /** The stream failed with that type or one below it. */
    public Probe<T> assertFailed(Class<? extends Throwable> type) {
        return check(() -> type.isInstance(failure), "a failure of type " + type.getName());
    }

    /** The stream failed, and with the failure that is meant. */
    public Probe<T> assertFailed(Predicate<? super Throwable> meant) {
        return check(() -> failure != null && meant.test(failure), "the failure that is meant");
    }

    /** No item came, and no end. */
    public Probe<T> assertNothing() {
        return check(() -> items.isEmpty() && ending == null, "nothing yet");
    }

    public Probe<T> assertNotEnded() {
        return check(() -> ending == null, "no end yet");
    }

    /** Waits for the end, for a minute at most: only a test that fails takes so long, and a busy machine may need much. */
    public Probe<T> awaitEnd() {
        return awaitEnd(PATIENCE);
    }

    /** Waits for the end, as long by the machine's clock; where the limit is short, a busy machine makes the test fail. */
    public Probe<T> awaitEnd(Duration limit) {
        history.await(() -> ending != null || isBroken(), limit);
        return check(() -> ending != null, "an end within " + Times.text(limit));
    }

    /** Waits for that many items, for a minute at most, as {@link #awaitEnd()}. */
    public Probe<T> awaitItems(int n) {
        return awaitItems(n, PATIENCE);
    }

    /** Waits for that many items; more may come. */
    public Probe<T> awaitItems(int n, Duration limit) {
        history.await(() -> items.size() >= n || ending != null || isBroken(), limit);
        return check(() -> items.size() >= n, "at least " + n + " items within " + Times.text(limit));
    }

    /** The items behind the first so many, as soon as there are some; none if no more can come. */
    List<T> awaitMore(int seen, Duration limit) {
        history.await(() -> items.size() > seen || isOver() || isBroken(), limit);
        check(() -> items.size() > seen || isOver(), "an item or an end after the first " + seen + " items");
        synchronized (history) {
            return List.copyOf(items.subList(seen, items.size()));
        }
    }

    private boolean isOver() {
        return ending != null || cancelled || items.size() >= rules.requested();
    }

    private boolean isBroken() {
        return !rules.violations().isEmpty();
    }

    Probe<T> check(BooleanSupplier expectation, String expected) {
        synchronized (history) {
            if (isBroken()) {
                throw fail("the publisher broke the rules of Reactive Streams: " + rules.violations());
            }
            if (!expectation.getAsBoolean()) {
                throw fail("expected " + expected + ", but got " + state());
            }
            return this;
        }
    }

    private String state() {
        String end = ending == null ? "no end" : ending == Ending.COMPLETED ? "completion" : "failure " + failure;
        return (items.isEmpty() ? "no item" : "the items " + items) + " and " + end;
    }

    AssertionError fail(String message) {
        return new AssertionError(message + "\n" + history, failure);
    }

    // ---------------------------------------------------------------- signals

    /** For the publisher. */
    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        boolean first;
        boolean unwanted;
        long demand;
        synchronized (history) {
            first = rules.onSubscribe(newSubscription);
            unwanted = cancelled;
            demand = rules.requested();
            if (first) {
                subscription = newSubscription;
            }
        }
        if (first && !unwanted) {
            whenSubscribed.accept(this);
            start(newSubscription, demand);
        } else if (newSubscription != null) {
            newSubscription.cancel();
        }
    }

    private void start(Flow.Subscription started, long demand) {
        if (demand > 0 && !isCancelled()) {
            history.add(who, "request(" + History.amount(demand) + ")");
            started.request(demand);
        }
    }

    /** For the publisher. */
    @Override
    public void onNext(T item) {
        boolean alone;
        synchronized (history) {
            alone = rules.onNext(item);
            if (item != null) {
                items.add(item);
            }
        }
        try {
            if (item != null) {
                whenItem.accept(this, item);
            }
        } finally {
            leave(alone);
        }
    }

    /** For the publisher. */
    @Override
    public void onError(Throwable newFailure) {
        boolean alone;
        synchronized (history) {
            alone = rules.onError(newFailure);
            if (ending == null) {
                ending = Ending.FAILED;
                failure = newFailure;
            }
        }
        end(alone);
    }

    /** For the publisher. */
    @Override
    public void onComplete() {
        boolean alone;
        synchronized (history) {
            alone = rules.onComplete();
            if (ending == null) {
                ending = Ending.COMPLETED;
            }
        }
        end(alone);
    }

    private void end(boolean alone) {
        try {
            whenEnded.accept(this);
        } finally {
            leave(alone);
        }
    }

    private void leave(boolean alone) {
        if (alone) {
            synchronized (history) {
                rules.leave();
            }
        }
    }
}
