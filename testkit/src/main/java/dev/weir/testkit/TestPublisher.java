package dev.weir.testkit;

import dev.weir.Clock;
import dev.weir.Many;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A publisher that a test drives by hand: each signal goes to all who are subscribed then. It keeps
 * the rules of Reactive Streams, and an item that was not asked for fails the test, unless it is
 * told to misbehave.
 *
 * <pre>{@code
 * TestPublisher<Integer> source = TestPublisher.create();
 * Probe<Integer> probe = Probe.subscribeTo(source.many().map(i -> i * 10), 1);
 * source.assertRequested(1).next(1);
 * probe.assertItems(10).cancel();
 * source.assertCancelled();
 * }</pre>
 *
 * Assertions about demand are about the newest subscription.
 */
public final class TestPublisher<T> implements Flow.Publisher<T> {
    // all state is guarded by the history
    private final History history = new History(Clock.system());
    private final Set<Misbehaviour> misbehaviour;
    private final List<TestSubscription<T>> subscriptions = new ArrayList<>();

    private TestPublisher(Set<Misbehaviour> misbehaviour) {
        this.misbehaviour = misbehaviour;
    }

    /** A publisher that keeps the rules. */
    public static <T> TestPublisher<T> create() {
        return new TestPublisher<>(EnumSet.noneOf(Misbehaviour.class));
    }

    /** A publisher that breaks these rules. */
    public static <T> TestPublisher<T> misbehaving(Misbehaviour first, Misbehaviour... more) {
        return new TestPublisher<>(EnumSet.of(first, more));
    }

    /** This publisher as a stream, with the checks for foreign publishers. */
    public Many<T> many() {
        return Many.from(this);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber (rule 1.9)");
        TestSubscription<T> subscription = new TestSubscription<>(subscriber, misbehaviour, history);
        synchronized (history) {
            history.add("publisher", "subscribed");
            subscriptions.add(subscription);
        }
        subscription.open();
    }

    // ---------------------------------------------------------------- driving

    /** Sends an item to all subscribers, each of which must have asked for it. */
    public TestPublisher<T> next(T item) {
        if (item == null && !misbehaviour.contains(Misbehaviour.NULL_ITEMS)) {
            throw new NullPointerException("to send null on purpose: misbehaving(NULL_ITEMS)");
        }
        return toAll("item " + item, subscription -> subscription.next(item));
    }

    /** Sends the items one after the other. */
    @SafeVarargs
    public final TestPublisher<T> next(T first, T second, T... more) {
        next(first).next(second);
        for (T item : more) {
            next(item);
        }
        return this;
    }

    /** Fails all subscribers; those who subscribe later start anew. */
    public TestPublisher<T> error(Throwable failure) {
        return toAll("failure " + failure, subscription -> subscription.error(failure));
    }

    /** Completes all subscribers; those who subscribe later start anew. */
    public TestPublisher<T> complete() {
        return toAll("completion", TestSubscription::complete);
    }

    private TestPublisher<T> toAll(String signal, Consumer<TestSubscription<T>> action) {
        List<TestSubscription<T>> all;
        synchronized (history) {
            history.add("publisher", signal);
            if (subscriptions.isEmpty()) {
                throw fail("nobody has subscribed to receive " + signal);
            }
            all = List.copyOf(subscriptions);
        }
        all.forEach(subscription -> {
            if (subscription.listens()) {
                action.accept(subscription);
            }
        });
        return this;
    }

    // ---------------------------------------------------------------- reading

    /** How many subscriptions there were so far. */
    public int subscriptions() {
        synchronized (history) {
            return subscriptions.size();
        }
    }

    /** How many are subscribed now: neither ended nor cancelled. */
    public int subscribers() {
        synchronized (history) {
            return (int) subscriptions.stream().filter(TestSubscription::isOpen).count();
        }
    }

    /** All that was requested so far; {@code Long.MAX_VALUE} is unbounded. */
    public long requested() {
        synchronized (history) {
            return subscriptions.isEmpty() ? 0 : newest().requested();
        }
    }

    /** All signals, requests and cancellations so far. */
    public String history() {
        return history.toString();
    }

    // ---------------------------------------------------------------- asserting

    /** So many are subscribed now. */
    public TestPublisher<T> assertSubscribers(int expected) {
        return check(() -> subscribers() == expected, expected + " subscribers");
    }

    /** The newest subscriber has requested so much in all. */
    public TestPublisher<T> assertRequested(long expected) {
        return check(() -> requested() == expected, "requests for " + History.amount(expected));
    }

    /** The newest subscriber has not requested more than that in all. */
    public TestPublisher<T> assertRequestedNoMoreThan(long most) {
        return check(() -> requested() <= most, "requests for no more than " + most);
    }

    /** All that ever subscribed have cancelled, or were told an end. */
    public TestPublisher<T> assertReleased() {
        return check(() -> subscribers() == 0, "no subscriber any more");
    }

    /** The newest subscriber has cancelled. */
    public TestPublisher<T> assertCancelled() {
        return check(this::isCancelled, "a cancellation");
    }

    public TestPublisher<T> assertNotCancelled() {
        return check(() -> !isCancelled(), "no cancellation");
    }

    /** Waits until so many are subscribed, for a minute at most. */
    public TestPublisher<T> awaitSubscribers(int expected) {
        history.await(() -> subscribers() == expected, Probe.PATIENCE);
        return assertSubscribers(expected);
    }

    /** Waits until the newest subscriber has requested at least so much in all. */
    public TestPublisher<T> awaitRequested(long least, Duration limit) {
        history.await(() -> requested() >= least, limit);
        return check(() -> requested() >= least, "requests for at least " + least);
    }

    /** Waits until the newest subscriber has cancelled. */
    public TestPublisher<T> awaitCancelled(Duration limit) {
        history.await(this::isCancelled, limit);
        return assertCancelled();
    }

    private boolean isCancelled() {
        return !subscriptions.isEmpty() && newest().isCancelled();
    }

    private TestSubscription<T> newest() {
        return subscriptions.getLast();
    }

    private TestPublisher<T> check(BooleanSupplier expectation, String expected) {
        synchronized (history) {
            for (TestSubscription<T> subscription : subscriptions) {
                if (!subscription.violations().isEmpty()) {
                    throw fail("the subscriber broke the rules: " + subscription.violations());
                }
            }
            if (!expectation.getAsBoolean()) {
                throw fail("expected " + expected + ", but got " + state());
            }
            return this;
        }
    }

    private String state() {
        return subscribers()
                + " subscribers, requests for "
                + History.amount(requested())
                + " and "
                + (isCancelled() ? "a cancellation" : "no cancellation");
    }

    private AssertionError fail(String message) {
        return new AssertionError(message + "\n" + history);
    }
}
