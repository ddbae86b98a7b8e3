package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The small queue is full, and a large one takes its place while others poll. */
public final class GrowingQueueStress {
    private GrowingQueueStress() {}

    /** With 15 of 16 places taken. */
    private static GrowingQueue<Integer> nearlyFull() {
        GrowingQueue<Integer> queue = new GrowingQueue<>(64);
        for (int i = 0; i < 15; i++) {
            queue.offer(i);
        }
        return queue;
    }

    private static void offer(GrowingQueue<Integer> queue) {
        for (int i = 15; i < 20; i++) {
            queue.offer(i);
        }
    }

    private static void pollAll(GrowingQueue<Integer> queue, List<Integer> items) {
        for (Integer item = queue.poll(); item != null; item = queue.poll()) {
            items.add(item);
        }
    }

    private static boolean isSorted(List<Integer> items) {
        return items.equals(items.stream().sorted().toList());
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "all in their order")
    public static class OffersVersusPolls {
        private final GrowingQueue<Integer> queue = nearlyFull();
        private final List<Integer> items = new ArrayList<>();

        @Actor
        public void offers() {
            offer(queue);
        }

        @Actor
        public void polls() {
            pollAll(queue, items);
        }

        @Arbiter
        public void story(Z_Result result) {
            pollAll(queue, items);
            result.r1 = items.size() == 20 && isSorted(items) && queue.isEmpty();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "each once, to each thread in their order")
    public static class OffersVersusPollsOfTwo {
        private final GrowingQueue<Integer> queue = nearlyFull();
        private final List<Integer> ofOne = new ArrayList<>();
        private final List<Integer> ofOther = new ArrayList<>();

        @Actor
        public void offers() {
            offer(queue);
        }

        @Actor
        public void one() {
            pollAll(queue, ofOne);
        }

        @Actor
        public void other() {
            pollAll(queue, ofOther);
        }

        @Arbiter
        public void story(ZZ_Result result) {
            result.r1 = isSorted(ofOne) && isSorted(ofOther);
            pollAll(queue, ofOne);
            ofOne.addAll(ofOther);
            result.r2 = ofOne.size() == 20 && ofOne.stream().distinct().count() == 20;
        }
    }
}
