package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The task runs once more after the last call, and never twice at once. */
public final class SerialLoopStress {
    private SerialLoopStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the last run saw both calls")
    public static class RunVersusRun {
        private volatile int seen;
        private final Requested called = new Requested();
        private final SerialLoop loop = new SerialLoop(() -> {
            seen = (int) called.get();
        });

        @Actor
        public void one() {
            called.add(1);
            loop.run();
        }

        @Actor
        public void other() {
            called.add(1);
            loop.run();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = seen;
        }
    }
}
