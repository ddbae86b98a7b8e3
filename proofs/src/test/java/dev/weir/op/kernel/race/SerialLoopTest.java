package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialLoopTest {
    private static final int EACH = 10_000;

    private int depth;
    private int deepest;
    private int runs;
    private int left;
    private SerialLoop loop;

    @Test
    void aCallInsideTheTaskIsNotNested() {
        left = 100_000;
        loop = new SerialLoop(() -> {
            deepest = Math.max(deepest, ++depth);
            if (left-- > 0) {
                loop.run();
            }
            depth--;
            runs++;
        });
        loop.run();
        assertEquals(1, deepest);
        assertEquals(100_001, runs);
    }

    @Test
    void severalCallsInsideTheTaskAreOne() {
        loop = new SerialLoop(() -> {
            if (runs++ == 0) {
                loop.run();
                loop.run();
            }
        });
        loop.run();
        assertEquals(2, runs);
    }

    @Test
    void neverRunsTwiceAtOnce() throws Exception {
        loop = new SerialLoop(() -> {
            deepest = Math.max(deepest, ++depth);
            depth--;
        });
        List<Threads.Task> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(Threads.start(() -> {
                for (int call = 0; call < EACH; call++) {
                    loop.run();
                }
            }));
        }
        for (Threads.Task thread : threads) {
            Threads.join(thread);
        }
        assertEquals(1, deepest);
        assertEquals(0, depth);
    }
}
