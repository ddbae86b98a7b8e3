package dev.weir.op.recover;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Repeat;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A One that is repeated runs once more when an item is asked for, and its value is not lost. */
public final class RepeatWithStress {
    private RepeatWithStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the value is delivered, or told as undelivered")
    public static class ValueVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private @Nullable Emitter<Integer> emitter;

        public ValueVersusCancel() {
            Many<Integer> values =
                    One.<Integer>emitter(given -> emitter = given).repeat(Repeat.times(0));
            Source.connect(values, witness);
            witness.request(Long.MAX_VALUE);
        }

        @Actor
        public void value() {
            emitter.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "2, completed",
            expect = ACCEPTABLE,
            desc = "the second run, once the first is over and it is asked for")
    public static class ValueVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private int runs;
        private @Nullable Emitter<Integer> emitter;

        public ValueVersusRequest() {
            Many<Integer> values = One.<Integer>emitter(given -> {
                        emitter = given;
                        if (runs++ > 0) {
                            given.next(2);
                        }
                    })
                    .repeat(Repeat.times(1));
            Source.connect(values, witness);
            witness.request(1);
        }

        @Actor
        public void value() {
            emitter.next(1);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }
}
