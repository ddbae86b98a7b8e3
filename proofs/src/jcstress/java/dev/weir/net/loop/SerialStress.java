package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Tasks run one after the other, each once, and see what those before have left in plain fields. */
public final class SerialStress {
    private SerialStress() {}

    @JCStressTest
    @State
    @Outcome(
            id = "4",
            expect = ACCEPTABLE,
            desc = "no increment of a plain field was lost: no task was, and none ran beside another")
    public static class ExecuteVersusExecute {
        private final Serial serial = new Serial();
        private int count; // of the tasks

        private void two() {
            serial.execute(() -> count++);
            serial.execute(() -> count++);
        }

        @Actor
        public void one() {
            two();
        }

        @Actor
        public void other() {
            two();
        }

        @Arbiter
        public void story(I_Result result) {
            result.r1 = count;
        }
    }
}
