package dev.weir.op.source;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A stream of the JDK is closed once, whoever ends it. */
public final class FromStreamStress {
    private FromStreamStress() {}

    private static Many<Integer> counted(AtomicInteger closed) {
        return Many.fromStream(() -> Stream.of(1, 2).onClose(closed::incrementAndGet));
    }

    @JCStressTest
    @State
    @Outcome(id = "[0-2], 1", expect = ACCEPTABLE, desc = "the cancellation came first, or between two items")
    @Outcome(id = "2, completed, 1", expect = ACCEPTABLE, desc = "the end came first, or was under way")
    public static class EndVersusCancel {
        private final AtomicInteger closed = new AtomicInteger();
        private final Witness<Integer> witness = new Witness<>();

        public EndVersusCancel() {
            Source.connect(counted(closed), witness);
        }

        @Actor
        public void emit() {
            witness.request(3);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = closed;
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "[01], 1",
            expect = ACCEPTABLE,
            desc = "closed also where the cancellation meets the last that was asked for")
    public static class PauseVersusCancel {
        private final AtomicInteger closed = new AtomicInteger();
        private final Witness<Integer> witness = new Witness<>();

        public PauseVersusCancel() {
            Source.connect(counted(closed), witness);
        }

        @Actor
        public void emit() {
            witness.request(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = closed;
        }
    }
}
