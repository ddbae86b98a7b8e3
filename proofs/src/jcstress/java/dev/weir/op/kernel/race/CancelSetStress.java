package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Cancellable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** All that run are cancelled, also those that come or go at that moment. */
public final class CancelSetStress {
    private CancelSetStress() {}

    private static final class Counting implements Cancellable {
        private final Requested cancels = new Requested();

        @Override
        public void cancel() {
            cancels.add(1);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "cancelled by the set, or at the door")
    public static class AddVersusCancel {
        private final CancelSet set = new CancelSet();
        private final Counting inner = new Counting();

        @Actor
        public void add() {
            set.add(inner);
        }

        @Actor
        public void cancel() {
            set.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = inner.cancels.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the one that stays is cancelled")
    public static class RemoveVersusCancel {
        private final CancelSet set = new CancelSet();
        private final Counting goes = new Counting();
        private final Counting stays = new Counting();

        public RemoveVersusCancel() {
            set.add(goes);
            set.add(stays);
        }

        @Actor
        public void remove() {
            set.remove(goes);
        }

        @Actor
        public void cancel() {
            set.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = stays.cancels.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the one that was added, not the one that has gone")
    public static class AddVersusRemove {
        private final CancelSet set = new CancelSet();
        private final Counting goes = new Counting();
        private final Counting comes = new Counting();

        public AddVersusRemove() {
            set.add(goes);
            set.add(new Counting());
            set.add(new Counting());
            set.add(new Counting()); // the next one makes it grow
        }

        @Actor
        public void remove() {
            set.remove(goes);
        }

        @Actor
        public void add() {
            set.add(comes);
        }

        @Arbiter
        public void story(LL_Result result) {
            set.cancel();
            result.r1 = comes.cancels.get();
            result.r2 = goes.cancels.get();
        }
    }
}
