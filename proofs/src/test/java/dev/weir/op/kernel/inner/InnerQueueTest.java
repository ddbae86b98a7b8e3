package dev.weir.op.kernel.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InnerQueueTest {
    private static final int EACH = 10_000;

    private final InnerQueue<Integer> queue = new InnerQueue<>();
    private final Inner<Integer> a = new Inner<>(new Host(), new Recorder<>(), 1);
    private final Inner<Integer> b = new Inner<>(new Host(), new Recorder<>(), 1);

    @Test
    void keepsItemsAndEndsInTheOrderTheyCame() {
        assertTrue(queue.isEmpty());
        assertNull(queue.peek());
        queue.remove();
        queue.offer(a, 1);
        queue.offer(b, 2);
        queue.offer(a, null);
        assertNext(a, 1);
        assertNext(b, 2);
        assertNext(a, null);
        assertTrue(queue.isEmpty());
    }

    @Test
    void tellsWhatIsCleared() {
        List<Object> undelivered = new ArrayList<>();
        Context context = Undelivered.in(Context.empty(), Integer.class, undelivered::add);
        queue.clear(context);
        queue.offer(a, 1);
        queue.offer(a, null);
        queue.offer(b, 2);
        queue.clear(context);
        assertTrue(queue.isEmpty());
        assertNull(queue.peek());
        assertEquals(List.of(1, 2), undelivered);
    }

    @Test
    void keepsTheOrderOfEachOfSeveralThreads() throws Exception {
        List<Threads.Task> threads = new ArrayList<>();
        for (Inner<Integer> inner : List.of(a, b)) {
            threads.add(Threads.start(() -> {
                for (int i = 0; i < EACH; i++) {
                    queue.offer(inner, i);
                }
            }));
        }
        int nextOfA = 0;
        int nextOfB = 0;
        while (nextOfA + nextOfB < 2 * EACH) {
            InnerQueue.Waiting<Integer> waiting = queue.peek();
            if (waiting != null) {
                assertEquals(waiting.inner() == a ? nextOfA++ : nextOfB++, waiting.item());
                queue.remove();
            }
        }
        for (Threads.Task thread : threads) {
            Threads.join(thread);
        }
        assertTrue(queue.isEmpty());
    }

    private void assertNext(Inner<Integer> inner, Integer item) {
        assertSame(inner, queue.peek().inner());
        assertEquals(item, queue.peek().item());
        queue.remove();
    }

    private static final class Host implements InnerHost<Integer> {
        @Override
        public boolean innerNext(Inner<Integer> inner, Integer item) {
            return true;
        }

        @Override
        public void innerError(Inner<Integer> inner, Throwable failure) {}

        @Override
        public void innerComplete(Inner<Integer> inner) {}
    }
}
