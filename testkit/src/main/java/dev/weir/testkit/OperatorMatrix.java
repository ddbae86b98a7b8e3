package dev.weir.testkit;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** All cases for one operator. */
final class OperatorMatrix<R> {
    private static final Duration LATER = Duration.ofMillis(1);

    private final BiFunction<Many<Integer>, VirtualTime, Many<R>> operator;
    private final Set<Exemption> exempt;
    private final boolean asynchronous;
    private final Map<Script, Outcome> outcomes = new EnumMap<>(Script.class);
    private final List<LawRun<R>> runs = new ArrayList<>();

    OperatorMatrix(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, Set<Exemption> exempt) {
        this.operator = operator;
        this.exempt = exempt;
        this.asynchronous = exempt.contains(Exemption.ASYNCHRONOUS);
    }

    void check() {
        checkAssembly();
        checkDemandComesFirst();
        for (Script script : Script.values()) {
            if (!script.fails() || !exempt.contains(Exemption.WITHOUT_FAILURES)) {
                checkDemand(script);
                checkCancellation(script);
            }
        }
        checkTwoSubscriptions();
        checkEndsOnce();
        checkAsksBeforeItems();
        Hostile.check(operator, exempt);
        if (mayBeDeep()) {
            Depth.check(operator, !exempt.contains(Exemption.ITEMS_DEPEND_ON_DEMAND));
        }
        if (asynchronous) {
            // what comes late has come by now
            runs.forEach(run -> new LawCheck(run, exempt).keepsRules(1));
        }
    }

    private boolean mayBeDeep() {
        return !asynchronous
                && !exempt.contains(Exemption.NESTS_SUBSCRIPTIONS)
                && !exempt.contains(Exemption.SUBSCRIBES_AGAIN); // with each level twice as often
    }

    private void checkAssembly() {
        Fixture<R> fixture = fixture(Pace.REQUESTER, Script.FEW);
        ScriptedPublisher source = Objects.requireNonNull(fixture.source());
        if (!source.subscriptions().isEmpty()) {
            throw new AssertionError("broken law: building a stream subscribes to nothing\n" + fixture.history());
        }
    }

    private void checkDemandComesFirst() {
        if (exempt.contains(Exemption.ASKS_AT_ONCE) || exempt.contains(Exemption.REQUESTS_UNBOUNDED)) {
            return;
        }
        VirtualTime time = new VirtualTime();
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<R> probe = Probe.subscribeTo(operator.apply(source.many(), time), time.context(), 0);
        if (source.requested() > 0) {
            throw new AssertionError("broken law: nothing is asked for before somebody asks\n" + source.history());
        }
        probe.cancel();
    }

    private void checkDemand(Script script) {
        Outcome first =
                run(Pace.REQUESTER, script, Demand.UNBOUNDED, Cancel.NEVER).outcome();
        outcomes.put(script, first);
        boolean mustFail = script.fails() && mustFail(script, first);
        for (Pace pace : Pace.playing(script)) {
            for (Demand demand : Demand.values()) {
                LawCheck check = check(run(pace, script, demand, Cancel.NEVER));
                if (script.ends()) {
                    check.ends();
                }
                if (mustFail) {
                    check.fails();
                }
                if (mayBeCut(script)) {
                    check.beginsLike(outcome(Script.FEW));
                } else if (isComparable(script)) {
                    check.sameAs(first);
                }
            }
        }
    }

    private Outcome outcome(Script script) {
        return Objects.requireNonNull(outcomes.get(script));
    }

    // without an end there is no telling whether the operator's threads are through
    private boolean isComparable(Script script) {
        return script.ends() || !asynchronous;
    }

    /** Whether the source fails before the stream ends for another reason. */
    private boolean mustFail(Script failing, Outcome outcome) {
        if (exempt.contains(Exemption.RECOVERS)) {
            return false;
        }
        Script endless = failing.endless();
        if (asynchronous || endless == null) {
            return outcome.failure() != null || (failing == Script.FAILS_AT_ONCE && !endsByItself(endless));
        }
        LawCase lawCase = LawCase.of(Pace.REQUESTER, endless, Demand.UNBOUNDED, Cancel.NEVER);
        return fixture(Pace.REQUESTER, endless).frozen().run(lawCase).outcome().ending() == null;
    }

    private boolean endsByItself(@Nullable Script endless) {
        return endless != null
                && run(Pace.REQUESTER, endless, Demand.UNBOUNDED, Cancel.NEVER)
                                .outcome()
                                .ending()
                        != null;
    }

    private void checkCancellation(Script script) {
        if (script == Script.LONG || script == Script.FAILS_AT_ONCE || !isComparable(script)) {
            return;
        }
        boolean mayBeCut = mayBeCut(script);
        Outcome whole = outcome(mayBeCut ? Script.FEW : script);
        for (Pace pace : Pace.playing(script)) {
            for (Demand demand : List.of(Demand.UNBOUNDED, Demand.ONE_BY_ONE)) {
                for (Cancel cancel : Cancel.possible(whole)) {
                    LawCheck check = check(run(pace, script, demand, cancel)).beginsLike(whole);
                    if (!mayBeCut) {
                        check.stopsAtCancel(whole);
                    }
                }
            }
        }
    }

    /** Whether the failure may come before items that were emitted before it. */
    private boolean mayBeCut(Script script) {
        return script.fails() && exempt.contains(Exemption.FAILURE_OVERTAKES);
    }

    private void checkTwoSubscriptions() {
        Outcome expected = outcome(Script.FEW);
        for (Pace pace : Pace.values()) {
            Fixture<R> fixture = fixture(pace, Script.FEW);
            for (int i = 1; i <= 2; i++) {
                LawCase lawCase = twice(pace, "subscription " + i + " of 2, one after the other");
                new LawCheck(fixture.run(lawCase), exempt).keepsRules(i).sameAs(expected);
            }
            if (!exempt.contains(Exemption.SHARED)) {
                fixture(pace, Script.FEW)
                        .runTogether(
                                twice(pace, "subscription 1 of 2 at the same time"),
                                twice(pace, "subscription 2 of 2 at the same time"))
                        .forEach(run -> new LawCheck(run, exempt).keepsRules(2).sameAs(expected));
            }
        }
    }

    /** Who has had enough with an item, and has ended, is told no other end: what the items have begun is not cut off. */
    private void checkEndsOnce() {
        if (asynchronous || exempt.contains(Exemption.ITEMS_DEPEND_ON_DEMAND)) {
            return;
        }
        int all = outcome(Script.FEW).items().size();
        for (Pace pace : List.of(Pace.BUILT_IN, Pace.CHAIN)) {
            checkEndsOnce(Objects.requireNonNull(pace.unwatched(Script.FEW)), all);
        }
    }

    private void checkEndsOnce(Many<Integer> source, int all) {
        for (int enough = 1; enough <= all; enough++) {
            VirtualTime time = new VirtualTime();
            Many<R> few = operator.apply(source, time).take(enough);
            Probe<R> probe =
                    Probe.subscribeTo(few.concatMap(item -> Many.of(item).delay(LATER)), time);
            while (probe.ending() == null && time.advanceToNext()) {
                // what is due leads on
            }
            if (probe.ending() != Ending.COMPLETED || probe.items().size() < enough) {
                throw new AssertionError("broken law: a stream that is cancelled with its item " + enough
                        + " does not end a second time\n" + probe.history());
            }
        }
    }

    /** Who wants all has asked before a source emits, which it may do as soon as it is subscribed to, or when anybody asks. */
    private void checkAsksBeforeItems() {
        if (asynchronous) {
            return;
        }
        Many<Integer> early = Many.emitter(Overflow.drop(), emitter -> {
            emitter.next(0);
            emitter.complete();
        });
        if (!exempt.contains(Exemption.ITEMS_DEPEND_ON_DEMAND)) {
            checkAll(early, outcome(Script.ONE).items());
        }
        checkAll(
                Objects.requireNonNull(Pace.BUILT_IN.unwatched(Script.LONG)),
                outcome(Script.LONG).items());
    }

    private void checkAll(Many<Integer> source, List<?> all) {
        VirtualTime time = new VirtualTime();
        Probe<List<R>> probe =
                Probe.subscribeTo(operator.apply(source, time).toList().toMany(), time);
        while (probe.ending() == null && time.advanceToNext()) {
            // what is due leads on
        }
        if (!probe.items().equals(List.of(all))) {
            throw new AssertionError("broken law: who wants all has asked before a source emits: " + all
                    + ", not what toList() has\n" + probe.history());
        }
    }

    private static LawCase twice(Pace pace, String which) {
        return new LawCase(pace.words + ": " + Script.FEW.words + "; " + which, Demand.FROM_OUTSIDE, Cancel.NEVER);
    }

    private Fixture<R> fixture(Pace pace, Script script) {
        return new Fixture<>(pace, script, operator, asynchronous);
    }

    private LawRun<R> run(Pace pace, Script script, Demand demand, Cancel cancel) {
        LawRun<R> run = fixture(pace, script).run(LawCase.of(pace, script, demand, cancel));
        if (asynchronous) {
            runs.add(run);
        }
        return run;
    }

    private LawCheck check(LawRun<R> run) {
        return new LawCheck(run, exempt).keepsRules(1);
    }
}
