package dev.weir.op.kernel.drain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Broadcast;
import dev.weir.Context;
import dev.weir.Overflow;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Upstream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Any threads emit: the same order to all. */
public final class ListenersStress {
    private ListenersStress() {}

    private static final class Order extends RootStage<Integer> {
        private volatile String seen = "";

        Order() {
            super(Context.empty(), 0);
        }

        @Override
        public void onSubscribe(Upstream upstream) {
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public boolean onNext(Integer item) {
            seen += item;
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            seen += "E";
        }

        @Override
        public void onComplete() {
            seen += "C";
        }

        @Override
        public void crash(Throwable failure) {
            seen += "X";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "1 was first")
    @Outcome(id = "21, 21", expect = ACCEPTABLE, desc = "2 was first")
    public static class EmitVersusEmit {
        private final Broadcast<Integer> broadcast = Broadcast.create();
        private final Order one = new Order();
        private final Order other = new Order();

        public EmitVersusEmit() {
            Source.connect(broadcast.listen(Overflow.buffer(4)), one);
            Source.connect(broadcast.listen(Overflow.buffer(4)), other);
        }

        @Actor
        public void first() {
            broadcast.emit(1);
        }

        @Actor
        public void second() {
            broadcast.emit(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = one.seen;
            result.r2 = other.seen;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1C", expect = ACCEPTABLE, desc = "before the end")
    @Outcome(id = "C", expect = ACCEPTABLE, desc = "after it")
    public static class EmitVersusEnd {
        private final Broadcast<Integer> broadcast = Broadcast.create();
        private final Order order = new Order();

        public EmitVersusEnd() {
            Source.connect(broadcast.listen(Overflow.buffer(4)), order);
        }

        @Actor
        public void emit() {
            broadcast.emit(1);
        }

        @Actor
        public void end() {
            broadcast.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = order.seen;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "C", expect = ACCEPTABLE, desc = "ended, whoever was first")
    public static class ListenVersusEnd {
        private final Broadcast<Integer> broadcast = Broadcast.create();
        private final Order order = new Order();

        @Actor
        public void listen() {
            Source.connect(broadcast.listen(Overflow.buffer(4)), order);
        }

        @Actor
        public void end() {
            broadcast.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = order.seen;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "gone")
    public static class EmitVersusLeave {
        private final Broadcast<Integer> broadcast = Broadcast.create();
        private final Witness<Integer> witness = new Witness<>();

        public EmitVersusLeave() {
            Source.connect(broadcast.listen(Overflow.buffer(4)), witness);
        }

        @Actor
        public void emit() {
            broadcast.emit(1);
        }

        @Actor
        public void leave() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story().equals("0") ? broadcast.listenerCount() : witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed", expect = ACCEPTABLE, desc = "the stream fails once, outside the lock")
    public static class OverflowVersusEmit {
        private final Broadcast<Integer> broadcast = Broadcast.create();
        private final Witness<Integer> witness = new Witness<>();

        public OverflowVersusEmit() {
            Source.connect(broadcast.listen(Overflow.fail()), witness);
        }

        @Actor
        public void one() {
            broadcast.emit(1);
        }

        @Actor
        public void other() {
            broadcast.emit(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }
}
