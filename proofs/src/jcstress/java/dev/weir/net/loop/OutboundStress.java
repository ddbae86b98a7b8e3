package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.HandLoop;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Items from other threads are written in order, and all of them before the end, which is told once. */
public final class OutboundStress {
    private OutboundStress() {}

    /** Takes no byte. */
    private static final class Nothing extends Output {
        private static final Channel NOWHERE = new EmbeddedChannel();

        Nothing(LoopShare share) {
            super(NOWHERE, share);
        }

        @Override
        protected void give(ByteBuf bytes) {
            bytes.release();
        }

        @Override
        protected void soon() {}

        @Override
        protected void send() {}

        @Override
        public boolean isAlone() {
            return false;
        }
    }

    /** What somebody sends on a connection that keeps up: items are told, no byte is written. */
    private static final class Sent implements Progress, Flow.Subscription {
        private final HandLoop loop = new HandLoop();
        private final Outbound<Integer> outbound;
        private String story = "";
        private volatile int cancellations;

        Sent() {
            LoopShare share = new LoopShare(
                    EventLoops.shared(), loop, Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1));
            Output none = new Nothing(share);
            outbound = new Outbound<>(
                    loop, none, this, (item, out) -> story += item, failure -> story += failure == null ? "." : "!");
            loop.run(() -> outbound.onSubscribe(this));
        }

        String story() {
            loop.runAll();
            return cancellations == 0 ? story : story + " cancelled " + cancellations;
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public long total() {
            return 0;
        }

        @Override
        public void request(long n) {}

        @Override
        public void cancel() {
            cancellations++;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "123.", expect = ACCEPTABLE, desc = "all, in order, then the end")
    public static class SignalsVersusLoop {
        private final Sent sent = new Sent();

        @Actor
        public void source() {
            sent.outbound.onNext(1);
            sent.outbound.onNext(2);
            sent.outbound.onNext(3);
            sent.outbound.onComplete();
        }

        @Actor
        public void loop() {
            sent.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = sent.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "12.", expect = ACCEPTABLE, desc = "the last item, too, before the end that came right behind it")
    public static class LastItemVersusLoop {
        private final Sent sent = new Sent();

        public LastItemVersusLoop() {
            sent.outbound.onNext(1); // so that the loop is about to look for more
        }

        @Actor
        public void source() {
            sent.outbound.onNext(2);
            sent.outbound.onComplete();
        }

        @Actor
        public void loop() {
            sent.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = sent.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "12!", expect = ACCEPTABLE, desc = "all, in order, then the failure")
    public static class FailureVersusLoop {
        private final Sent sent = new Sent();

        @Actor
        public void source() {
            sent.outbound.onNext(1);
            sent.outbound.onNext(2);
            sent.outbound.onError(new IllegalStateException());
        }

        @Actor
        public void loop() {
            sent.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = sent.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "12.", expect = ACCEPTABLE, desc = "in order, although the loop sends the second by itself")
    public static class MoveToTheLoop {
        private final Sent sent = new Sent();
        private volatile boolean moved;
        private boolean done;

        private void onTheLoop() {
            if (moved && !done) {
                done = true;
                sent.loop.run(() -> {
                    sent.outbound.onNext(2);
                    sent.outbound.onComplete();
                });
            }
        }

        @Actor
        public void source() {
            sent.outbound.onNext(1);
            moved = true;
        }

        @Actor
        public void loop() {
            onTheLoop();
            sent.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            onTheLoop();
            result.r1 = sent.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = " cancelled 1",
            expect = ACCEPTABLE,
            desc = "nothing is written after the cancellation, no end is told")
    @Outcome(id = "1 cancelled 1", expect = ACCEPTABLE, desc = "the item was written before it")
    @Outcome(id = "1.", expect = ACCEPTABLE, desc = "the end was told before it")
    public static class SignalsVersusCancel {
        private final Sent sent = new Sent();

        @Actor
        public void source() {
            sent.outbound.onNext(1);
            sent.outbound.onComplete();
        }

        @Actor
        public void loop() {
            sent.loop.runAll();
            sent.loop.run(sent.outbound::cancel);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = sent.story();
        }
    }
}
