package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A source and its subscribers. */
final class OneCase {
    private static final int RUNAWAY = 10_000;
    private static final int OFTEN = 100; // then a One runs as a copy that the JIT profiles by itself

    private final OneLaws laws;
    private final Moment moment;
    private final Result result;
    private final VirtualTime time = new VirtualTime();
    private final History history = new History(time);
    private final List<CompletableFuture<@Nullable Integer>> unresolved = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final List<Thread> racers = new ArrayList<>();
    private final One<?> one;
    private int runs;
    private Runnable inside = () -> {};

    OneCase(OneLaws laws, Moment moment, Result result) {
        this.laws = laws;
        this.moment = moment;
        this.result = result;
        this.one = laws.operator.apply(source(), time).withContext(context -> context.withClock(time));
        require(runs == 0, "building a One runs nothing");
    }

    private One<@Nullable Integer> source() {
        return One.<@Nullable Integer>defer(this::begin)
                .doOnValue(value -> inside.run())
                .doOnError(failure -> inside.run())
                .doFinally(ending -> {
                    synchronized (history) {
                        endings.add(ending);
                        history.add("source", ending.toString());
                    }
                });
    }

    private One<@Nullable Integer> begin() {
        synchronized (history) {
            runs++;
            history.add("source", "runs");
            if (result == Result.NEVER) {
                return One.never();
            }
            if (moment == Moment.AT_ONCE) {
                return One.call(this::compute);
            }
            CompletableFuture<@Nullable Integer> stage = new CompletableFuture<>();
            if (moment == Moment.BY_HAND) {
                unresolved.add(stage);
            } else {
                racers.add(Thread.startVirtualThread(() -> resolve(stage)));
            }
            return One.from(() -> stage);
        }
    }

    private void resolve(CompletableFuture<@Nullable Integer> stage) {
        if (result == Result.FAILURE) {
            stage.completeExceptionally(new SourceFailure());
        } else {
            stage.complete(compute());
        }
    }

    private @Nullable Integer compute() {
        return switch (result) {
            case VALUE -> 1;
            case FAILURE -> throw new SourceFailure();
            default -> null;
        };
    }

    private Subscriber subscribe() {
        Subscriber subscriber = new Subscriber(history);
        subscribers.add(subscriber);
        subscriber.subscription = one.subscribe(subscriber::value, subscriber::failure);
        return subscriber;
    }

    /** Ends what waits, then moves the time on, until nothing moves any more. */
    private void settle() {
        for (int turn = 0; turn < RUNAWAY; turn++) {
            List<CompletableFuture<@Nullable Integer>> stages = taken(unresolved);
            stages.forEach(this::resolve);
            List<Thread> threads = taken(racers);
            threads.forEach(this::join);
            if (stages.isEmpty() && threads.isEmpty() && !time.advanceToNext()) {
                return;
            }
        }
        require(false, "a One comes to rest");
    }

    private <E> List<E> taken(List<E> list) {
        synchronized (history) {
            List<E> all = List.copyOf(list);
            list.clear();
            return all;
        }
    }

    private void join(Thread thread) {
        try {
            require(thread.join(Probe.PATIENCE), "nothing blocks");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void run() {
        Subscriber subscriber = subscribe();
        settle();
        require(
                runs == 0 || result == Result.NEVER || subscriber.outcomes == 1,
                "there is an outcome when the source has ended");
        require(
                runs == 0 || laws.recovers || result != Result.FAILURE || subscriber.failure instanceof SourceFailure,
                "the source's failure reaches downstream");
        int outcomes = subscriber.outcomes;
        List<Ending> before = endings();
        subscriber.cancel();
        settle();
        require(subscriber.outcomes == outcomes, "a cancellation after the outcome does nothing");
        require(outcomes == 0 || endings().equals(before), "a cancellation after the outcome does nothing");
        over();
    }

    void runCancelledBefore() {
        Subscriber subscriber = subscribe();
        if (subscriber.outcomes == 0) {
            List<Ending> before = endings();
            subscriber.cancel();
            require(endings().equals(before) || endings().getLast() == Ending.CANCELLED, "the source is cancelled");
            over();
            settle();
            require(subscriber.outcomes == 0, "no outcome comes after a cancellation");
            over();
        }
    }

    void runCancelledInside() {
        Subscriber subscriber = subscribe();
        inside = subscriber::cancel;
        settle();
        subscriber.cancel();
        require(subscriber.outcomes == subscriber.outcomesAtCancel, "no outcome comes after a cancellation");
        over();
    }

    void runTwice(OneCase expected) {
        run();
        int once = runs;
        run();
        require(runs == (laws.shared && !hasNoOutcome() ? once : 2 * once), "each subscription has its own run");
        sameAs(expected);
    }

    void runOften(OneCase expected) {
        for (int i = 0; i < OFTEN; i++) {
            run();
        }
        sameAs(expected);
    }

    void runTogether(OneCase expected) {
        Subscriber first = subscribe();
        Subscriber second = subscribe();
        require(laws.shared || laws.runsAgain || runs % 2 == 0, "each subscription has its own run");
        settle();
        first.cancel();
        second.cancel();
        settle();
        sameAs(expected);
        over();
    }

    private void over() {
        require(laws.runsAgain || runs <= subscribers.size(), "one subscription runs the source at most once");
        require(endings.size() == runs, "each run of the source has ended, or is cancelled, once");
        for (Subscriber subscriber : subscribers) {
            require(subscriber.outcomes <= 1, "there is one outcome");
        }
        time.advance(Duration.ZERO); // an executor's tasks cannot be cancelled, a timer can
        require(time.pending() == 0, "no timer is left after the end");
    }

    void sameAs(OneCase other) {
        Subscriber expected = other.subscribers.getFirst();
        for (Subscriber subscriber : subscribers) {
            require(
                    subscriber.sameAs(expected),
                    "the outcome does not depend on when and where the source ends, nor on other subscriptions\n  "
                            + expected
                            + " elsewhere, "
                            + subscriber
                            + " here");
        }
    }

    boolean hasNoOutcome() {
        return subscribers.getFirst().outcomes == 0;
    }

    @Nullable
    Throwable failure() {
        return subscribers.getFirst().failure;
    }

    private List<Ending> endings() {
        synchronized (history) {
            return List.copyOf(endings);
        }
    }

    private void require(boolean met, String law) {
        if (!met) {
            throw new AssertionError(
                    "broken law: " + law + "\n  case: " + moment.words + result.words + "\n" + history,
                    subscribers.isEmpty() ? null : failure());
        }
    }

    enum Result {
        VALUE("1"),
        NULL("null"),
        FAILURE("a failure"),
        NEVER("nothing");

        final String words;

        Result(String words) {
            this.words = words;
        }
    }

    enum Moment {
        AT_ONCE("a source that ends at once with "),
        BY_HAND("a source that later gives "),
        RACING("a source that gives on another thread ");

        final String words;

        Moment(String words) {
            this.words = words;
        }
    }

    private static final class Subscriber {
        private final History history;
        private int outcomes;
        private int outcomesAtCancel = Integer.MAX_VALUE;
        private @Nullable Object value;
        private @Nullable Throwable failure;
        private @Nullable Cancellable subscription;

        Subscriber(History history) {
            this.history = history;
        }

        void value(@Nullable Object newValue) {
            value = newValue;
            took("value " + newValue);
        }

        void failure(Throwable newFailure) {
            failure = newFailure;
            took("failure " + newFailure);
        }

        private void took(String what) {
            synchronized (history) {
                outcomes++;
                history.add("subscriber", what);
            }
        }

        void cancel() {
            synchronized (history) {
                history.add("subscriber", "cancels");
                outcomesAtCancel = Math.min(outcomesAtCancel, outcomes);
            }
            Objects.requireNonNull(subscription).cancel();
        }

        boolean sameAs(Subscriber other) {
            return outcomes == other.outcomes
                    && Objects.equals(value, other.value)
                    && Objects.equals(type(failure), type(other.failure));
        }

        private static @Nullable Class<?> type(@Nullable Throwable failure) {
            return failure == null ? null : failure.getClass();
        }

        @Override
        public String toString() {
            return outcomes == 0 ? "no outcome" : failure == null ? "value " + value : "failure " + failure;
        }
    }

    /** Without a stack, which would fill the log when it is dropped. */
    private static final class SourceFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        SourceFailure() {
            super("planned: the source fails", null, false, false);
        }
    }
}
