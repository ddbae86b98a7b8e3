package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.testkit.Fault.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one operator of {@link One} through a matrix of cases and fails with the first that breaks a law: every kind of
 * source, times every moment of cancellation.
 *
 * <pre>{@code
 * OneLaws.check(one -> one.map(i -> i + 1));
 * OneLaws.of((one, time) -> one.publishOn(time.executor())).check();
 * OneLaws.checkFunction((one, fault) -> one.map(i -> fault.at(i, i + 1)));
 * OneLaws.checkSource(() -> One.of(1));
 * }</pre>
 *
 * <p>The sources give 1, null, a failure or nothing; at once, by the test's hand, or on a thread of their own while the
 * operator may still be starting. All time is virtual and moves on when everything else rests.
 *
 * <ul>
 *   <li>Building a One runs nothing; one subscription runs the source at most once.
 *   <li>There is one outcome, and it does not depend on when and where the source ends.
 *   <li>The source's failure reaches downstream.
 *   <li>After a cancellation, also one inside the source's own signal, comes no outcome, and the source is cancelled.
 *   <li>A cancellation after the outcome does nothing.
 *   <li>After the end no timer and no thread is left, and each run of the source has ended once.
 *   <li>Each subscription has its own run: a second one, after the first or together with it, gets the same.
 *   <li>A function that throws fails the One.
 * </ul>
 */
public final class OneLaws {
    private static final int RACES = 20;
    private static final int RUNAWAY = 10_000;

    private final BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator;
    private boolean recovers;
    private boolean runsAgain;
    private boolean shared;

    private OneLaws(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator) {
        this.operator = operator;
    }

    // ---------------------------------------------------------------- what to check

    /** Checks an operator that keeps all laws. */
    public static void check(Function<One<@Nullable Integer>, One<?>> operator) {
        of(operator).check();
    }

    /** Checks an operator; to be followed by what it need not keep, and {@link #check()}. */
    public static OneLaws of(Function<One<@Nullable Integer>, One<?>> operator) {
        return new OneLaws((one, time) -> operator.apply(one));
    }

    /** Checks an operator that needs an executor on virtual time. */
    public static OneLaws of(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator) {
        return new OneLaws(operator);
    }

    /** Checks a source that keeps all laws. */
    public static void checkSource(Supplier<One<?>> source) {
        new OneLaws((ignored, time) -> source.get()).check();
    }

    /** Checks that a function, which has to use the fault, fails the One when it throws, at once and later. */
    public static void checkFunction(BiFunction<One<@Nullable Integer>, Fault, One<?>> operator) {
        faulty(operator, Mode.THROWS, PlannedFailure.class);
        faulty(operator, Mode.THROWS_ERROR, PlannedFailure.PlannedError.class);
    }

    /** Checks also that null, where a One is due, is a failure that says so. */
    public static void checkFunctionToOne(BiFunction<One<@Nullable Integer>, Fault, One<?>> operator) {
        checkFunction(operator);
        faulty(operator, Mode.RETURNS_NULL, NullPointerException.class);
    }

    private static void faulty(
            BiFunction<One<@Nullable Integer>, Fault, One<?>> operator, Mode mode, Class<? extends Throwable> failure) {
        Fault fault = new Fault(mode, 1);
        OneLaws laws = of(one -> operator.apply(one, fault)).recovers();
        for (Pace pace : Pace.values()) {
            boolean failed = false;
            for (Script script : Script.values()) {
                Case played = laws.new Case(pace, script);
                played.run();
                Throwable got = played.failure();
                failed |= failure.isInstance(got)
                        && !String.valueOf(got.getMessage()).contains("source");
            }
            if (!failed) {
                throw new AssertionError("broken law: a function that throws fails the One\n  " + fault + "; "
                        + pace.words + "\n  no source led to " + failure.getSimpleName());
            }
        }
    }

    // ---------------------------------------------------------------- what need not hold

    /** A source's failure need not reach downstream, as with {@code onErrorResume}. */
    public OneLaws recovers() {
        recovers = true;
        return this;
    }

    /** One subscription may run the source several times, as with {@code retry}. */
    public OneLaws runsAgain() {
        runsAgain = true;
        return this;
    }

    /** Subscriptions share one run, as with {@code cache}. */
    public OneLaws shared() {
        shared = true;
        return this;
    }

    /** Runs all cases. */
    public void check() {
        List<Thread> before = threads();
        for (Script script : Script.values()) {
            Case first = new Case(Pace.AT_ONCE, script);
            first.run();
            for (Pace pace : Pace.values()) {
                for (int i = pace == Pace.RACING ? RACES : 1; i > 0; i--) {
                    Case other = new Case(pace, script);
                    other.run();
                    other.sameAs(first);
                }
            }
            new Case(Pace.BY_HAND, script).runCancelledBefore();
            new Case(Pace.BY_HAND, script).runCancelledInside();
            new Case(Pace.AT_ONCE, script).runTwice(first);
            new Case(Pace.BY_HAND, script).runTwice(first);
            new Case(Pace.BY_HAND, script).runTogether(first);
        }
        List<Thread> left = threads();
        left.removeAll(before);
        if (!left.isEmpty()) {
            throw new AssertionError("broken law: no thread is left after the end\n  " + left);
        }
    }

    private static List<Thread> threads() {
        return new ArrayList<>(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .toList());
    }

    // ---------------------------------------------------------------- the cases

    private enum Script {
        VALUE("1"),
        NULL("null"),
        FAILURE("a failure"),
        NEVER("nothing");

        final String words;

        Script(String words) {
            this.words = words;
        }
    }

    private enum Pace {
        AT_ONCE("a source that ends at once with "),
        BY_HAND("a source that later gives "),
        RACING("a source that gives on another thread ");

        final String words;

        Pace(String words) {
            this.words = words;
        }
    }

    /** A source and its subscribers. */
    private final class Case {
        private final Pace pace;
        private final Script script;
        private final VirtualTime time = new VirtualTime();
        private final History history = new History(time);
        private final List<CompletableFuture<@Nullable Integer>> unresolved = new ArrayList<>();
        private final List<Ending> endings = new ArrayList<>();
        private final List<Subscriber> subscribers = new ArrayList<>();
        private final List<Thread> racers = new ArrayList<>();
        private final One<?> one;
        private int runs;
        private Runnable inside = () -> {};

        Case(Pace pace, Script script) {
            this.pace = pace;
            this.script = script;
            this.one = operator.apply(source(), time).withContext(context -> context.withClock(time));
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
                if (script == Script.NEVER) {
                    return One.never();
                }
                if (pace == Pace.AT_ONCE) {
                    return One.call(this::result);
                }
                CompletableFuture<@Nullable Integer> stage = new CompletableFuture<>();
                if (pace == Pace.BY_HAND) {
                    unresolved.add(stage);
                } else {
                    racers.add(Thread.startVirtualThread(() -> resolve(stage)));
                }
                return One.from(() -> stage);
            }
        }

        private void resolve(CompletableFuture<@Nullable Integer> stage) {
            if (script == Script.FAILURE) {
                stage.completeExceptionally(new SourceFailure());
            } else {
                stage.complete(result());
            }
        }

        private @Nullable Integer result() {
            return switch (script) {
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
                    runs == 0 || script == Script.NEVER || subscriber.outcomes == 1,
                    "there is an outcome when the source has ended");
            require(
                    runs == 0 || recovers || script != Script.FAILURE || subscriber.failure instanceof SourceFailure,
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

        void runTwice(Case expected) {
            run();
            int once = runs;
            run();
            require(runs == (shared && !hasNoOutcome() ? once : 2 * once), "each subscription has its own run");
            sameAs(expected);
        }

        void runTogether(Case expected) {
            Subscriber first = subscribe();
            Subscriber second = subscribe();
            require(shared || runsAgain || runs % 2 == 0, "each subscription has its own run");
            settle();
            first.cancel();
            second.cancel();
            settle();
            sameAs(expected);
            over();
        }

        private void over() {
            require(runsAgain || runs <= subscribers.size(), "one subscription runs the source at most once");
            require(endings.size() == runs, "each run of the source has ended, or is cancelled, once");
            for (Subscriber subscriber : subscribers) {
                require(subscriber.outcomes <= 1, "there is one outcome");
            }
            time.advance(Duration.ZERO); // an executor's tasks cannot be cancelled, a timer can
            require(time.pending() == 0, "no timer is left after the end");
        }

        void sameAs(Case other) {
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

        private boolean hasNoOutcome() {
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
                        "broken law: " + law + "\n  case: " + pace.words + script.words + "\n" + history,
                        subscribers.isEmpty() ? null : failure());
            }
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
