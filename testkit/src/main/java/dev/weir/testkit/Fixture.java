package dev.weir.testkit;

import dev.weir.Many;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One stream under test, with its clock and what it is made from. */
final class Fixture<R> {
    // a stream that nothing ends may set timers for ever
    private static final int MOST_TIMERS = 10_000;
    private static final int MOST_TIMERS_WITHOUT_END = 50;

    private final VirtualTime time = new VirtualTime();
    private final History history = new History(time);
    private final @Nullable ScriptedPublisher source;
    private final Many<R> many;
    private final boolean waits;
    private int timersLeft;
    private boolean frozen;

    /** A stream that an operator makes from a source, which plays the script. */
    Fixture(Pace pace, Script script, BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, boolean asynchronous) {
        Many<Integer> input = pace.unwatched(script);
        if (input == null) {
            source = new ScriptedPublisher(script, pace, history);
            input = Many.from(source);
        } else {
            source = null;
        }
        many = Objects.requireNonNull(operator.apply(input, time), "the operator returned null");
        waits = asynchronous && script.ends();
        timersLeft = script.ends() ? MOST_TIMERS : MOST_TIMERS_WITHOUT_END;
    }

    /** A stream that is a source itself. */
    Fixture(Many<R> many, boolean asynchronous) {
        this.source = null;
        this.many = many;
        this.waits = asynchronous;
        this.timersLeft = MOST_TIMERS;
    }

    VirtualTime time() {
        return time;
    }

    History history() {
        return history;
    }

    @Nullable
    ScriptedPublisher source() {
        return source;
    }

    /** Leaves the clock where it is. */
    Fixture<R> frozen() {
        frozen = true;
        return this;
    }

    /** One subscription, driven to its end or to where it rests. */
    LawRun<R> run(LawCase lawCase) {
        LawRun<R> run = new LawRun<>(this, lawCase);
        drive(List.of(run));
        return run;
    }

    /** Two subscriptions at the same time, driven to their ends or to where they rest. */
    List<LawRun<R>> runTogether(LawCase first, LawCase second) {
        List<LawRun<R>> runs = List.of(new LawRun<>(this, first), new LawRun<>(this, second));
        drive(runs);
        return runs;
    }

    private void drive(List<LawRun<R>> runs) {
        runs.forEach(run -> run.subscribe(many));
        settle(runs);
        runs.forEach(LawRun::rest);
        settle(runs);
        // what an executor still holds runs, but finds nothing to do
        time.advance(Duration.ZERO);
    }

    /** Lets the source, the demand and, when they rest, the clock go on for as long as anything moves. */
    private void settle(List<LawRun<R>> runs) {
        for (; ; ) {
            int seen = history.size();
            boolean moved = source != null && source.settle();
            if (runs.stream().allMatch(LawRun::isDone)) {
                return;
            }
            for (LawRun<R> run : runs) {
                moved |= run.askForMore();
            }
            if (!moved && !advance() && !(waits && awaitMove(seen))) {
                return;
            }
        }
    }

    private boolean advance() {
        return frozen ? time.runDue() : timersLeft-- > 0 && time.advanceToNext();
    }

    private boolean awaitMove(int seen) {
        return history.await(() -> history.size() > seen, Probe.PATIENCE);
    }
}
