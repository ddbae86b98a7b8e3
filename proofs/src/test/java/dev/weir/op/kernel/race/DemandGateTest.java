package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import org.junit.jupiter.api.Test;

class DemandGateTest {
    private static final int ITEMS = 10_000;

    private final DemandGate gate = new DemandGate();

    @Test
    void letsThroughWhatIsDemanded() throws Exception {
        gate.open(2);
        assertTrue(gate.await(0));
        assertTrue(gate.await(1));
    }

    @Test
    void holdsBackWhatIsNotDemandedYet() throws Exception {
        Threads.Task emitting = Threads.start(() -> {
            for (int emitted = 0; emitted < ITEMS; emitted++) {
                assertTrue(gate.await(emitted));
                assertTrue(gate.get() > emitted, "let through without demand");
            }
        });
        for (int i = 0; i < ITEMS; i++) {
            gate.open(1);
        }
        Threads.join(emitting);
        assertEquals(ITEMS, gate.get());
    }

    @Test
    void closingLetsNobodyThroughAndWakesWhoWaits() throws Exception {
        Threads.Task waiting = Threads.start(() -> assertFalse(gate.await(0)));
        gate.cancel();
        Threads.join(waiting);
        gate.open(9);
        assertFalse(gate.await(0));
        assertTrue(gate.isClosed());
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        Threads.Task waiting = Threads.start(() -> assertThrows(InterruptedException.class, () -> gate.await(0)));
        waiting.thread().interrupt();
        Threads.join(waiting);
    }
}
