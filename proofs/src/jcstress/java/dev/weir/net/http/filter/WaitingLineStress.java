package dev.weir.net.http.filter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.http.load.Gate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Nobody waits while there is a place. */
public final class WaitingLineStress {
    private WaitingLineStress() {}

    /** A gate with one place, which somebody has, and the line before it. */
    private static final class Door {
        private final Gate gate = new Gate(1);
        private final WaitingLine line = new WaitingLine(2, gate);
        private volatile int admitted;

        Door() {
            gate.enter();
        }

        void come() {
            line.add(() -> {
                admitted++;
                return true;
            });
        }

        void leave() {
            gate.leave();
            line.move(null);
        }

        String story() {
            return admitted + " admitted, " + line.size() + " waiting, " + gate.inFlight() + " in";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 admitted, 0 waiting, 1 in", expect = ACCEPTABLE, desc = "by itself, or by the one who left")
    public static class ComeVersusLeave {
        private final Door door = new Door();

        @Actor
        public void come() {
            door.come();
        }

        @Actor
        public void leave() {
            door.leave();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = door.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 admitted, 1 waiting, 1 in", expect = ACCEPTABLE, desc = "one of the two")
    public static class LeaveVersusLeave {
        private final Gate gate = new Gate(2);
        private final WaitingLine line = new WaitingLine(2, gate);
        private volatile int admitted;

        public LeaveVersusLeave() {
            gate.enter();
            gate.enter();
            gate.setLimit(1);
            line.add(this::admit);
            line.add(this::admit);
        }

        private boolean admit() {
            admitted++;
            return true;
        }

        private void leaveOne() {
            gate.leave();
            line.move(null);
        }

        @Actor
        public void one() {
            leaveOne();
        }

        @Actor
        public void other() {
            leaveOne();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = admitted + " admitted, " + line.size() + " waiting, " + gate.inFlight() + " in";
        }
    }
}
