package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** One at a time is in use, and who is too late with a new one, or with letting go, changes nothing. */
public final class RenewableStress {
    private RenewableStress() {}

    @JCStressTest
    @State
    @Outcome(id = "a, a, a", expect = ACCEPTABLE, desc = "one was first")
    @Outcome(id = "b, b, b", expect = ACCEPTABLE, desc = "the other was")
    public static class RenewVersusRenew {
        private final Renewable<String> renewable = new Renewable<>();

        public RenewVersusRenew() {
            renewable.set("old");
        }

        @Actor
        public void one(LLL_Result result) {
            result.r1 = renewable.renewed("old"::equals, () -> "a");
        }

        @Actor
        public void other(LLL_Result result) {
            result.r2 = renewable.renewed("old"::equals, () -> "b");
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r3 = renewable.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "new, new",
            expect = ACCEPTABLE,
            desc = "the old one was let go of too late, or replaced by the second try")
    public static class RenewVersusDrop {
        private final Renewable<String> renewable = new Renewable<>();

        public RenewVersusDrop() {
            renewable.set("old");
        }

        @Actor
        public void renew(LL_Result result) {
            result.r1 = renewable.renewed("old"::equals, () -> "new");
        }

        @Actor
        public void drop() {
            renewable.compareAndSet("old", null);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r2 = renewable.get();
        }
    }
}
