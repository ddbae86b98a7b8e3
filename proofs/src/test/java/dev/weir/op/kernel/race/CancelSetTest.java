package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CancelSetTest {
    private final CancelSet set = new CancelSet();
    private final List<Counting> members =
            IntStream.range(0, 20).mapToObj(i -> new Counting()).toList();

    @Test
    void cancelsThoseThatAreInOnce() {
        members.forEach(set::add);
        List<Integer> gone = List.of(0, 19, 7, 8, 18);
        gone.forEach(i -> set.remove(members.get(i)));
        set.remove(members.get(7));
        assertFalse(set.isCancelled());
        set.cancel();
        set.cancel();
        assertTrue(set.isCancelled());
        for (int i = 0; i < members.size(); i++) {
            assertEquals(gone.contains(i) ? 0 : 1, members.get(i).cancels, "member " + i);
        }
    }

    @Test
    void mayBeEmptiedAndFilledAgain() {
        members.forEach(set::add);
        members.forEach(set::remove);
        set.add(members.get(3));
        set.cancel();
        assertEquals(1, members.stream().filter(member -> member.cancels == 1).count());
    }

    @Test
    void cancelsWhatComesLater() {
        set.cancel();
        set.add(members.get(0));
        assertEquals(1, members.get(0).cancels);
        set.remove(members.get(0));
    }

    @Test
    void aMemberMayLeaveWhileItIsCancelled() {
        members.forEach(member -> {
            set.add(member);
            member.leaves = set;
        });
        set.cancel();
        members.forEach(member -> assertEquals(1, member.cancels));
    }

    @Test
    void whoIsNotInCanBeRemoved() {
        set.add(members.get(0));
        set.remove(members.get(1));
        set.cancel();
        assertEquals(1, members.get(0).cancels);
        assertEquals(0, members.get(1).cancels);
    }

    private static final class Counting implements Cancellable {
        private int cancels;
        private CancelSet leaves;

        @Override
        public void cancel() {
            cancels++;
            if (leaves != null) {
                leaves.remove(this);
            }
        }
    }
}
