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
        Outcome whole = check(fixture(), Demand.UNBOUNDED, Cancel.NEVER).outcome();
        for (Demand demand : Demand.values()) {
            LawRun<R> run = check(fixture(), demand, Cancel.NEVER);
            if (whole.ending() != null) {
                new LawCheck(run, exempt).ends();
            }
            new LawCheck(run, exempt).sameAs(whole);
        }
        for (Demand demand : new Demand[] {Demand.UNBOUNDED, Demand.ONE_BY_ONE}) {
            for (Cancel cancel : Cancel.possible(whole)) {
                new LawCheck(check(fixture(), demand, cancel), exempt)
                        .beginsLike(whole)
                        .stopsAtCancel(whole);
            }
        }
        checkTwoSubscriptions(whole);
    }

    private void checkTwoSubscriptions(Outcome whole) {
        Fixture<R> twice = fixture();
        for (int i = 1; i <= 2; i++) {
            LawRun<R> run = check(twice, Demand.FROM_OUTSIDE, Cancel.NEVER);
            new LawCheck(run, exempt).sameAs(whole);
        }
        if (!exempt.contains(Exemption.SHARED)) {
            LawCase lawCase = new LawCase("two subscriptions at the same time", Demand.FROM_OUTSIDE, Cancel.NEVER);
            fixture()
                    .runTogether(lawCase, lawCase)
                    .forEach(run -> new LawCheck(run, exempt).keepsRules(2).sameAs(whole));
        }
    }

    private Fixture<R> fixture() {
        return new Fixture<>(source.get(), exempt.contains(Exemption.ASYNCHRONOUS));
    }

    private LawRun<R> check(Fixture<R> fixture, Demand demand, Cancel cancel) {
        LawRun<R> run = fixture.run(new LawCase("the source itself", demand, cancel));
        new LawCheck(run, exempt).keepsRules(1);
        return run;
    }
}
