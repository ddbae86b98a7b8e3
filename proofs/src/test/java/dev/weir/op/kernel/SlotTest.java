package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotTest {
    private final Slot slot = new Slot();
    private final List<String> cancelled = new ArrayList<>();
    private final Cancellable first = () -> cancelled.add("first");
    private final Cancellable second = () -> cancelled.add("second");

    @Test
    void cancelsWhatItHolds() {
        assertTrue(slot.put(first));
        slot.cancel();
        slot.cancel();
        assertEquals(List.of("first"), cancelled);
        assertTrue(slot.isCancelled());
    }

    @Test
    void cancelsWhatComesLater() {
        slot.cancel();
        assertFalse(slot.put(first));
        assertFalse(slot.replace(second));
        assertFalse(slot.put(null));
        assertEquals(List.of("first", "second"), cancelled);
    }

    @Test
    void putLeavesAndReplaceCancelsWhatWasThere() {
        slot.put(first);
        slot.put(second);
        assertEquals(List.of(), cancelled);
        slot.replace(first);
        assertEquals(List.of("second"), cancelled);
    }

    @Test
    void aRaceLeaksNothing() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Slot raced = new Slot();
            AtomicInteger count = new AtomicInteger();
            CyclicBarrier barrier = new CyclicBarrier(2);
            Threads.Task putting = Threads.start(() -> {
                barrier.await();
                raced.replace(count::incrementAndGet);
                raced.replace(count::incrementAndGet);
            });
            barrier.await();
            raced.cancel();
            Threads.join(putting);
            assertEquals(2, count.get());
        }
    }
}
