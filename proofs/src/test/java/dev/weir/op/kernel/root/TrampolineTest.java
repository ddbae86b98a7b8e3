package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrampolineTest {
    private final List<Object> order = new ArrayList<>();

    @Test
    void aTaskInsideAnotherRunsAfterIt() {
        Trampoline.run(() -> {
            Trampoline.run(() -> order.add("second"));
            Trampoline.run(() -> order.add("third"));
            order.add("first");
        });
        assertEquals(List.of("first", "second", "third"), order);
    }

    @Test
    void theOrderIsThatOfCalls() {
        Trampoline.run(() -> {
            Trampoline.run(() -> {
                order.add(1);
                Trampoline.run(() -> order.add(2));
                Trampoline.run(() -> order.add(3));
            });
            Trampoline.run(() -> order.add(4));
        });
        Trampoline.run(() -> order.add(5));
        assertEquals(List.of(1, 2, 3, 4, 5), order);
    }

    @Test
    void aChainOfTasksDoesNotGrowTheStack() throws Exception {
        int[] left = {1_000_000};
        Threads.onFreshThread(() -> again(left));
        assertEquals(0, left[0]);
    }

    private static void again(int[] left) {
        if (left[0] > 0) {
            left[0]--;
            Trampoline.run(() -> again(left));
        }
    }

    @Test
    void aTaskThatThrowsDoesNotKeepTheOthersFromRunning() {
        IllegalStateException broken = new IllegalStateException("broken");
        assertSame(
                broken,
                assertThrows(
                        IllegalStateException.class,
                        () -> Trampoline.run(() -> {
                            Trampoline.run(() -> order.add("after"));
                            throw broken;
                        })));
        assertEquals(List.of("after"), order);
        Trampoline.run(() -> order.add("at once"));
        assertEquals(List.of("after", "at once"), order);
    }

    @Test
    void whoLeavesItRunsTasksAtOnce() {
        assertNull(Trampoline.leave());
        Trampoline.run(() -> {
            Trampoline outer = Trampoline.leave();
            Trampoline.run(() -> order.add("at once"));
            Trampoline.back(outer);
            Trampoline.run(() -> order.add("later"));
            order.add("back");
        });
        assertEquals(List.of("at once", "back", "later"), order);
    }

    @Test
    void eachThreadHasItsOwn() throws Exception {
        Threads.Task[] other = new Threads.Task[1];
        Trampoline.run(() -> {
            other[0] = Threads.start(() -> Trampoline.run(() -> order.add("there")));
            assertJoins(other[0]);
            order.add("here");
        });
        assertEquals(List.of("there", "here"), order);
    }

    private static void assertJoins(Threads.Task task) {
        try {
            Threads.join(task);
        } catch (Exception thrown) {
            throw new AssertionError(thrown);
        }
    }
}
