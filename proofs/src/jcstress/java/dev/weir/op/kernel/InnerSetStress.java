package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Context;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** All that run are cancelled, also those that come or go at that moment. */
public final class InnerSetStress {
    private InnerSetStress() {}

    private static Inner<Integer> inner() {
        return new Inner<>(new Nobody(), Context.empty(), 4);
    }

    private static final class Nobody implements InnerHost<Integer> {
        @Override
        public void innerNext(Inner<Integer> inner, Integer item) {
            throw new AssertionError("nothing is emitted");
        }

        @Override
        public void innerError(Inner<Integer> inner, Throwable failure) {
            throw new AssertionError("nothing fails", failure);
        }

        @Override
        public void innerComplete(Inner<Integer> inner) {
            throw new AssertionError("nothing completes");
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "cancelled by the set, or at the door")
    public static class AddVersusCancelAll {
        private final InnerSet set = new InnerSet();
        private final Inner<Integer> inner = inner();

        @Actor
        public void add() {
            set.add(inner);
        }

        @Actor
        public void cancelAll() {
            set.cancelAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = inner.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the one that stays is cancelled")
    public static class RemoveVersusCancelAll {
        private final InnerSet set = new InnerSet();
        private final Inner<Integer> goes = inner();
        private final Inner<Integer> stays = inner();

        public RemoveVersusCancelAll() {
            set.add(goes);
            set.add(stays);
        }

        @Actor
        public void remove() {
            set.remove(goes);
        }

        @Actor
        public void cancelAll() {
            set.cancelAll();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = stays.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the one that was added, not the one that has gone")
    public static class AddVersusRemove {
        private final InnerSet set = new InnerSet();
        private final Inner<Integer> goes = inner();
        private final Inner<Integer> comes = inner();

        public AddVersusRemove() {
            set.add(goes);
            set.add(inner());
            set.add(inner());
            set.add(inner()); // the next one makes it grow
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
            set.cancelAll();
            result.r1 = comes.isCancelled();
            result.r2 = goes.isCancelled();
        }
    }
}
