package dev.weir.testkit;

import dev.weir.Many;
import java.util.Set;
import java.util.function.Supplier;

/** All cases for one source. */
final class SourceMatrix<R> {
    private final Supplier<Many<R>> source;
    private final Set<Exemption> exempt;

    SourceMatrix(Supplier<Many<R>> source, Set<Exemption> exempt) {
        this.source = source;
        this.exempt = exempt;
    }

    void check() {
        Outcome whole = checkDemands(source, "the source itself");
        checkDemands(() -> source.get().skip(3), "the source, whose first items are dropped");
        for (Demand demand : new Demand[] {Demand.UNBOUNDED, Demand.ONE_BY_ONE}) {
            for (Cancel cancel : Cancel.possible(whole)) {
                new LawCheck(check(fixture(source), "the source itself", demand, cancel), exempt)
                        .beginsLike(whole)
                        .stopsAtCancel(whole);
            }
        }
        checkTwoSubscriptions(whole);
    }

    /** Whatever is asked for, what comes is the same; and there is an end, else nobody can tell that nothing is lost. */
    private Outcome checkDemands(Supplier<Many<R>> made, String what) {
        Outcome whole =
                check(fixture(made), what, Demand.UNBOUNDED, Cancel.NEVER).outcome();
        for (Demand demand : Demand.values()) {
            LawRun<R> run = check(fixture(made), what, demand, Cancel.NEVER);
            new LawCheck(run, exempt).ends().sameAs(whole);
        }
        return whole;
    }

    private void checkTwoSubscriptions(Outcome whole) {
        Fixture<R> twice = fixture(source);
        for (int i = 1; i <= 2; i++) {
            LawRun<R> run = check(twice, "the source itself", Demand.FROM_OUTSIDE, Cancel.NEVER);
            new LawCheck(run, exempt).sameAs(whole);
        }
        if (!exempt.contains(Exemption.SHARED)) {
            LawCase lawCase = new LawCase("two subscriptions at the same time", Demand.FROM_OUTSIDE, Cancel.NEVER);
            fixture(source)
                    .runTogether(lawCase, lawCase)
                    .forEach(run -> new LawCheck(run, exempt).keepsRules(2).sameAs(whole));
        }
    }

    private Fixture<R> fixture(Supplier<Many<R>> made) {
        return new Fixture<>(made.get(), exempt.contains(Exemption.ASYNCHRONOUS));
    }

    private LawRun<R> check(Fixture<R> fixture, String what, Demand demand, Cancel cancel) {
        LawRun<R> run = fixture.run(new LawCase(what, demand, cancel));
        new LawCheck(run, exempt).keepsRules(1);
        return run;
    }
}
