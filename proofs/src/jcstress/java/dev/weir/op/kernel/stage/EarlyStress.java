package dev.weir.op.kernel.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What is asked for before there is an upstream is asked of it, once; one that comes after a cancellation is cancelled. */
public final class EarlyStress {
    private EarlyStress() {}

    private static final class Waiting extends Early<Integer, Integer> {
        Waiting(Witness<Integer> witness) {
            super(witness, witness);
            begin();
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "1 + 2 + 3")
    public static class RequestsVersusSubscribe {
        private final Witness<Integer> witness = new Witness<>();
        private final Waiting waiting = new Waiting(witness);
        private final Tap<Integer> source = new Tap<>();

        public RequestsVersusSubscribe() {
            witness.request(1);
        }

        @Actor
        public void requests() {
            witness.request(2);
            witness.request(3);
        }

        @Actor
        public void subscribe() {
            waiting.onSubscribe(source);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = source.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the upstream is cancelled")
    public static class CancelVersusSubscribe {
        private final Witness<Integer> witness = new Witness<>();
        private final Waiting waiting = new Waiting(witness);
        private final Tap<Integer> source = new Tap<>();

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Actor
        public void subscribe() {
            waiting.onSubscribe(source);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = source.isCancelled();
        }
    }
}
