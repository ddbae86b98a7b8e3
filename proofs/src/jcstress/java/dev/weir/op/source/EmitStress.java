package dev.weir.op.source;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** What is to be done at a request, or at the end, is done, whoever comes first. */
public final class EmitStress {
    private EmitStress() {}

    @JCStressTest
    @State
    @Outcome(id = "0, completed, all told", expect = ACCEPTABLE, desc = "the end came first")
    @Outcome(id = "1, completed, all told", expect = ACCEPTABLE, desc = "the request came first")
    public static class RequestVersusEnd {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final AtomicInteger given = new AtomicInteger();
        private Emitter<Integer> emitter;

        public RequestVersusEnd() {
            Source.connect(Many.emitter(Overflow.buffer(2), made -> emitter = made), witness);
            emitter.onRequest(() -> emitter.next(given.incrementAndGet()));
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void end() {
            emitter.complete();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = losses.balance(given.get(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the item is given, once")
    @Outcome(id = "1, twice", expect = ACCEPTABLE, desc = "also if both have seen that it is asked for")
    public static class ActionVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final AtomicInteger asked = new AtomicInteger();
        private Emitter<Integer> emitter;

        public ActionVersusRequest() {
            Source.connect(Many.emitter(Overflow.buffer(2), made -> emitter = made), witness);
        }

        private void answer() {
            asked.incrementAndGet();
            if (emitter.requested() > 0) {
                emitter.next(1);
            }
        }

        @Actor
        public void action() {
            emitter.onRequest(this::answer);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story() + (asked.get() > 1 ? ", twice" : "");
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "done once")
    public static class OnEndVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final AtomicInteger ends = new AtomicInteger();
        private Emitter<Integer> emitter;

        public OnEndVersusCancel() {
            Source.connect(Many.emitter(Overflow.buffer(2), made -> emitter = made), witness);
        }

        @Actor
        public void onEnd() {
            emitter.onEnd(ends::incrementAndGet);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = ends.get();
        }
    }
}
