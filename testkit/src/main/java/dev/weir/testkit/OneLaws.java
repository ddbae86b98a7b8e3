package dev.weir.testkit;

import dev.weir.Clock;
import dev.weir.One;
import dev.weir.testkit.Fault.Mode;
import dev.weir.testkit.OneCase.Moment;
import dev.weir.testkit.OneCase.Result;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
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
 *   <li>There is one outcome if the source has one, and it does not depend on when and where the source ends.
 *   <li>The source's failure reaches downstream.
 *   <li>After a cancellation, also one inside the source's own signal, comes no outcome, and the source is cancelled.
 *   <li>A cancellation after the outcome does nothing.
 *   <li>After the end no timer is left, and no thread inside of a pipeline, and each run of the source has ended once. Threads
 *       of other tests count, too: run such a test alone.
 *   <li>Each subscription has its own run: a second one, after the first or together with it, gets the same.
 *   <li>A function that throws fails the One; and the failure says at which stage, and where that is in the user's code.
 * </ul>
 */
public final class OneLaws {
    private static final int RACES = 20;

    final BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator;
    boolean recovers;
    boolean runsAgain;
    boolean shared;
    Duration patience = Probe.PATIENCE;

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

    /** Checks a source that keeps all laws; one that never ends needs a {@code timeout}. */
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
        for (Moment moment : Moment.values()) {
            boolean failed = false;
            for (Result result : Result.values()) {
                OneCase played = new OneCase(laws, moment, result);
                played.run();
                Throwable got = played.failure();
                if (failure.isInstance(got)) {
                    failed = true;
                    saysWhere(got, Where.fileOf(operator), fault + "; " + moment.words);
                }
            }
            if (!failed) {
                throw new AssertionError("broken law: a function that throws fails the One"
                        + ("\n  " + fault + "; " + moment.words)
                        + ("\n  no source led to " + failure.getSimpleName()));
            }
        }
    }

    private static void saysWhere(Throwable failure, String file, String played) {
        if (!Where.isTold(failure, file)) {
            throw new AssertionError(
                    "broken law: a failure says at which stage it was made, and where that is in the user's code\n  "
                            + played
                            + "\n  nothing suppressed in it names a method and "
                            + file,
                    failure);
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
        Set<Long> before = ThreadsInside.now().keySet();
        requireEnd();
        for (Result result : Result.values()) {
            OneCase first = new OneCase(this, Moment.AT_ONCE, result);
            first.run();
            for (Moment moment : Moment.values()) {
                for (int i = moment == Moment.RACING ? RACES : 1; i > 0; i--) {
                    OneCase other = new OneCase(this, moment, result);
                    other.run();
                    other.sameAs(first);
                }
            }
            new OneCase(this, Moment.BY_HAND, result).runCancelledBefore();
            new OneCase(this, Moment.BY_HAND, result).runCancelledInside();
            new OneCase(this, Moment.AT_ONCE, result).runTwice(first);
            new OneCase(this, Moment.BY_HAND, result).runTwice(first);
            new OneCase(this, Moment.BY_HAND, result).runTogether(first);
            new OneCase(this, Moment.AT_ONCE, result).runOften(first);
        }
        Hostile.checkOne(operator);
        if (!runsAgain) { // with each level twice as often
            Depth.checkOne(operator);
        }
        leavesNoThread(before);
    }

    private void leavesNoThread(Set<Long> before) {
        if (!new History(Clock.system()).await(() -> left(before).isEmpty(), patience)) {
            Collection<String> left = left(before).values();
            throw new AssertionError("broken law: no thread is left after the end\n  " + String.join("\n  ", left));
        }
    }

    /** The threads inside of a pipeline that were not there before. */
    private static Map<Long, String> left(Set<Long> before) {
        Map<Long, String> threads = ThreadsInside.now();
        threads.keySet().removeAll(before);
        return threads;
    }

    /** Without an outcome nobody can tell that it does not depend on anything. */
    private void requireEnd() {
        OneCase played = new OneCase(this, Moment.AT_ONCE, Result.VALUE);
        played.run();
        if (played.hasNoOutcome()) {
            throw new AssertionError(
                    "broken law: there is an outcome if the source has one (does it never end? Then it needs a"
                            + " timeout)");
        }
    }
}
