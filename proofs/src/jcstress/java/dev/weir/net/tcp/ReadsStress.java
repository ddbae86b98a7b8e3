package dev.weir.net.tcp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Context;
import dev.weir.net.HandLoop;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.LoopShares;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Outcomes;
import dev.weir.op.kernel.root.Undelivered;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Lines that are read one after the other, by whatever threads, are each read once; one that was given up is the next one's. */
public final class ReadsStress {
    private static final Duration LONG = Duration.ofSeconds(100);
    private static final TcpLimits LIMITS = new TcpLimits(100, 100, LONG, LONG);

    private ReadsStress() {}

    /** A connection whose event loop runs by hand. */
    private static final class Wire {
        private final HandLoop loop = new HandLoop();
        private final LoopShare share =
                new LoopShares(EventLoops.shared(), Held.ofClient(Long.MAX_VALUE), new HandClock(), LONG).of(loop);
        private final EmbeddedChannel channel = new EmbeddedChannel();
        private final ConnectionHandler connection =
                new ConnectionHandler(channel, share, LIMITS, opened -> {}, Parting.of(null));

        private volatile int lost;

        Wire() {
            channel.config().setAutoRead(false);
            loop.run(() -> channel.pipeline().addLast(connection));
        }

        /** The peer's bytes come. */
        void come(String text) {
            loop.run(() -> channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII)));
        }

        Outcomes line() {
            return Outcomes.of(
                    connection.reads().line(),
                    Undelivered.with(String.class, line -> lost++).apply(Context.empty()));
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 2", expect = ACCEPTABLE, desc = "each has one, in the order in which they came to the loop")
    @Outcome(id = "2 1", expect = ACCEPTABLE, desc = "so, the other way round")
    public static class LineVersusLine {
        private final Wire wire = new Wire();
        private Outcomes one;
        private Outcomes other;

        public LineVersusLine() {
            wire.come("1\n2\n");
        }

        @Actor
        public void one() {
            one = wire.line();
        }

        @Actor
        public void other() {
            other = wire.line();
        }

        @Arbiter
        public void story(L_Result result) {
            wire.loop.runAll();
            result.r1 = one.story() + " " + other.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "nothing 1", expect = ACCEPTABLE, desc = "the first was given up in time, the next one has its line")
    @Outcome(id = "1 2", expect = ACCEPTABLE, desc = "the first had its line before")
    @Outcome(
            id = "nothing 2, told 1",
            expect = ACCEPTABLE,
            desc = "its line came in that instant, and is told as undelivered")
    public static class LineVersusCancel {
        private final Wire wire = new Wire();
        private final Outcomes first = wire.line();
        private Outcomes next;

        public LineVersusCancel() {
            wire.loop.runAll();
        }

        @Actor
        public void giveUp() {
            first.cancel();
            next = wire.line();
        }

        @Actor
        public void loop() {
            wire.come("1\n2\n");
            wire.loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            wire.loop.runAll();
            result.r1 = first.story() + " " + next.story() + (wire.lost == 0 ? "" : ", told " + wire.lost);
        }
    }
}
