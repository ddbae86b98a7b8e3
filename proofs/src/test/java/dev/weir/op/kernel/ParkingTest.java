package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParkingTest {
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private final Parking parking = new Parking();
    private final AtomicBoolean ready = new AtomicBoolean();
    private final CountDownLatch looked = new CountDownLatch(2);

    private boolean look() {
        looked.countDown();
        return ready.get();
    }

    private void makeReady() {
        ready.set(true);
        parking.wake();
    }

    @Test
    void doesNotWaitForWhatIsReady() throws InterruptedException {
        ready.set(true);
        parking.await(this::look);
        assertTrue(parking.await(this::look, 0));
    }

    @Test
    void wakesWhoWaits() throws Exception {
        Threads.Task waiting = Threads.start(() -> parking.await(this::look));
        parking.wake();
        makeReady();
        Threads.join(waiting);
    }

    @Test
    void keepsAnInterruptForLater() throws Exception {
        Threads.Task waiting = Threads.start(() -> {
            parking.await(this::look);
            assertTrue(Thread.interrupted());
        });
        waiting.thread().interrupt();
        Threads.await(looked); // it has looked again, in spite of the interrupt
        makeReady();
        Threads.join(waiting);
    }

    @Test
    void waitsForSoLongAtMost() throws Exception {
        assertFalse(parking.await(() -> false, 1));
        Threads.Task waiting = Threads.start(() -> assertTrue(parking.await(this::look, LONG)));
        makeReady();
        Threads.join(waiting);
    }

    @Test
    void anInterruptEndsALimitedWait() throws Exception {
        Threads.Task waiting =
                Threads.start(() -> assertThrows(InterruptedException.class, () -> parking.await(this::look, LONG)));
        waiting.thread().interrupt();
        Threads.join(waiting);
    }
}
