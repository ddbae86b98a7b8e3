package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Cancellable;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Witness;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.LJ_Result;

/** What comes to a cancelled slot is cancelled: nothing leaks, and nothing is cancelled twice. */
public final class SlotStress {
    private SlotStress() {}

    private static final class Cut implements Cancellable {
        private final Requested times = new Requested();

        @Override
        public void cancel() {
            times.add(1);
        }

        long times() {
            return times.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "put first")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "cancelled first")
    public static class PutVersusCancel {
        private final Slot slot = new Slot();
        private final Cut held = new Cut();

        @Actor
        public void put(LJ_Result result) {
            result.r1 = slot.put(held);
        }

        @Actor
        public void cancel() {
            slot.cancel();
        }

        @Arbiter
        public void story(LJ_Result result) {
            result.r2 = held.times();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the old one and the new one")
    public static class ReplaceVersusCancel {
        private final Slot slot = new Slot();
        private final Cut old = new Cut();
        private final Cut next = new Cut();

        public ReplaceVersusCancel() {
            slot.put(old);
        }

        @Actor
        public void replace() {
            slot.replace(next);
        }

        @Actor
        public void cancel() {
            slot.cancel();
        }

        @Arbiter
        public void story(JJ_Result result) {
            result.r1 = old.times();
            result.r2 = next.times();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the second stays")
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "the first stays")
    public static class ReplaceVersusReplace {
        private final Slot slot = new Slot();
        private final Cut old = new Cut();
        private final Cut first = new Cut();
        private final Cut second = new Cut();

        public ReplaceVersusReplace() {
            slot.put(old);
        }

        @Actor
        public void first() {
            slot.replace(first);
        }

        @Actor
        public void second() {
            slot.replace(second);
        }

        @Arbiter
        public void story(JJJ_Result result) {
            result.r1 = old.times();
            result.r2 = first.times();
            result.r3 = second.times();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "once")
    public static class CancelVersusCancel {
        private final Slot slot = new Slot();
        private final Cut held = new Cut();

        public CancelVersusCancel() {
            slot.put(held);
        }

        @Actor
        public void one() {
            slot.cancel();
        }

        @Actor
        public void other() {
            slot.cancel();
        }

        @Arbiter
        public void story(J_Result result) {
            result.r1 = held.times();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the timer that the first one set is the one held")
    public static class ScheduleVersusFire {
        private final Slot slot = new Slot();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> root = new Witness<>(clock.context());

        @Actor
        public void schedule() {
            slot.schedule(root, this::next, Duration.ZERO);
        }

        private void next() {
            slot.schedule(root, () -> {}, Duration.ofDays(1));
        }

        @Actor
        public void fire() {
            for (int tries = 0; tries < 4; tries++) {
                clock.fire();
            }
        }

        @Arbiter
        public void story(J_Result result) {
            clock.fire();
            int running = clock.pending();
            slot.cancel();
            result.r1 = clock.pending() == 0 ? running : -1;
        }
    }
}
