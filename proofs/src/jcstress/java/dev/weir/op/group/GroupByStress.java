package dev.weir.op.group;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.Many.Group;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Groups are taken, and left, at any moment: no item is lost, and the source is cancelled when nobody is left. */
public final class GroupByStress {
    private GroupByStress() {}

    /** Groups by one key, whose first group is kept. */
    abstract static class Grouped {
        final Losses losses = new Losses();
        final Witness<Group<Integer, Integer>> groups = new Witness<>(losses.context());
        final Witness<Integer> items = new Witness<>(losses.context());
        final Tap<Integer> source = new Tap<>();

        @Nullable
        Group<Integer, Integer> first;

        Grouped() {
            Source.connect(source.groupBy(2, item -> 0).doOnNext(group -> first = group), groups);
            groups.request(1);
            source.next(1);
        }

        void take() {
            Group<Integer, Integer> group = first;
            Source.connect(group == null ? Many.empty() : group.items(), items);
            items.request(9);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told, 1", expect = ACCEPTABLE, desc = "taken: it goes on without the stream of groups")
    @Outcome(id = "all told, 0, failed", expect = ACCEPTABLE, desc = "too late: nobody can have it any more")
    public static class TakeVersusLeave extends Grouped {
        @Actor
        public void takeIt() {
            take();
        }

        @Actor
        public void leave() {
            groups.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = losses.balance(source.sent(), items.items());
            result.r2 = items.story() + (items.hasFailed() == source.isCancelled() ? "" : ", leaks");
            items.cancel(); // else the timer that looks after groups that nobody takes keeps it for half a minute
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsVersusLeaveOfAGroup extends Grouped {
        public ItemsVersusLeaveOfAGroup() {
            take();
        }

        @Actor
        public void more() {
            source.next(2);
            source.next(3);
        }

        @Actor
        public void leave() {
            items.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            groups.cancel();
            result.r1 = source.isCancelled() ? losses.balance(source.sent(), items.items()) : "not cancelled";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the last who leaves cancels the source")
    public static class LeaveVersusLeave extends Grouped {
        public LeaveVersusLeave() {
            take();
        }

        @Actor
        public void leaveTheGroups() {
            groups.cancel();
        }

        @Actor
        public void leaveTheGroup() {
            items.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = source.isCancelled() ? losses.balance(source.sent(), items.items()) : "not cancelled";
        }
    }
}
