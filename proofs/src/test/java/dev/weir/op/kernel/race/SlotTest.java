package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.Recorder;
import dev.weir.proofs.Threads;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotTest {
    private final VirtualTime time = new VirtualTime();
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
    void aTimerTakesThePlaceOfWhatWasThere() {
        Recorder<Integer> root = new Recorder<>(Context.empty().withClock(time));
        slot.put(first);
        slot.schedule(root, () -> cancelled.add("fired"), Duration.ofMillis(1));
        assertEquals(List.of("first"), cancelled);
        time.advance(Duration.ofMillis(1));
        slot.schedule(root, () -> cancelled.add("fired after all"), Duration.ofMillis(1));
        slot.cancel();
        slot.schedule(root, () -> cancelled.add("set after all"), Duration.ZERO);
        time.advance(Duration.ofMillis(1));
        assertEquals(List.of("first", "fired"), cancelled);
    }

    @Test
    void whatATimerThrowsIsTheRoots() {
        Recorder<Integer> root = new Recorder<>(Context.empty().withClock(time));
        IllegalStateException broken = new IllegalStateException("broken");
        slot.schedule(
                root,
                () -> {
                    throw broken;
                },
                Duration.ofMillis(1));
        time.advance(Duration.ofMillis(1));
        assertEquals(List.of(broken), root.crashes);
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
