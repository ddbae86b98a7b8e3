package dev.weir.net.http.server;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Peer;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** What bodies hold is counted while anybody uses them, and not one byte of it when the last has left. */
public final class BodyMemoryStress {
    private BodyMemoryStress() {}

    /** What counts, and answers nothing. */
    private static final class Counting implements Application {
        private final Held held = Held.ofServer(Long.MAX_VALUE);

        @Override
        public Held held() {
            return held;
        }

        @Override
        public Limits limits() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answering answering(Carrier carrier, RequestHead head, @Nullable BodyDecoder decoder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public RuntimeException failure(int status, String detail) {
            return new IllegalStateException(detail);
        }

        @Override
        public byte[] refuse(Peer client, BadRequest bad) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void refused(InetSocketAddress client, int status, String detail) {
            throw new UnsupportedOperationException();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "what was held is given back, or was too late to be counted")
    public static class HoldVersusLeave {
        private final Counting server = new Counting();
        private final BodyMemory memory = new BodyMemory(server, 0);

        @Actor
        public void hold() {
            memory.hold(5);
            memory.hold(7);
        }

        @Actor
        public void leave() {
            memory.leave();
        }

        @Arbiter
        public void end(J_Result result) {
            result.r1 = server.held.bytes();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the last of them has given all back")
    public static class LeaveVersusLeave {
        private final Counting server = new Counting();
        private final BodyMemory memory = new BodyMemory(server, 0);

        public LeaveVersusLeave() {
            memory.enter();
        }

        @Actor
        public void one() {
            memory.hold(5);
            memory.leave();
        }

        @Actor
        public void other() {
            memory.enter();
            memory.leave();
            memory.hold(7);
            memory.leave();
        }

        @Arbiter
        public void end(J_Result result) {
            result.r1 = server.held.bytes();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "both are counted, as one user is left")
    public static class HoldVersusHold {
        private final Counting server = new Counting();
        private final BodyMemory memory = new BodyMemory(server, 0);

        public HoldVersusHold() {
            memory.enter();
        }

        @Actor
        public void one() {
            memory.hold(5);
            memory.leave();
        }

        @Actor
        public void other() {
            memory.hold(7);
        }

        @Arbiter
        public void end(J_Result result) {
            result.r1 = server.held.bytes();
        }
    }
}
