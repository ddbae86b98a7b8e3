package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Garbage;
import dev.weir.proofs.Threads;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParkingTest {
    private final Parking parking = new Parking();
    private final AtomicBoolean ready = new AtomicBoolean();
    private final CountDownLatch looked = new CountDownLatch(1);

    private boolean look() {
        looked.countDown();
        return ready.get();
    }

    private void makeReady() {
        ready.set(true);
        parking.wake();
    }

    @Test
    void doesNotWaitForWhatIsReady() throws Exception {
        ready.set(true);
        parking.await(this::look);
    }

    @Test
    void wakesWhoWaits() throws Exception {
        Threads.Task waiting = Threads.start(() -> parking.await(this::look));
        parking.wake();
        makeReady();
        Threads.join(waiting);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        Threads.Task waiting = Threads.start(() -> {
            assertThrows(InterruptedException.class, () -> parking.await(this::look));
            assertFalse(Thread.interrupted());
        });
        Threads.await(looked);
        waiting.thread().interrupt();
        Threads.join(waiting);
    }

    @Test
    void whatIsReadyIsNotLostToAnInterrupt() throws Exception {
        Threads.Task waiting = Threads.start(() -> {
            Thread.currentThread().interrupt();
            ready.set(true);
            parking.await(this::look);
            assertTrue(Thread.interrupted());
        });
        Threads.join(waiting);
    }

    @Test
    void keepsNoThreadThatHasWaited() throws Exception {
        Garbage.assertCollected(waited());
        makeReady(); // until here it is alive
    }

    private WeakReference<Thread> waited() throws Exception {
        Threads.Task waiting = Threads.start(() -> parking.await(this::look));
        Threads.await(looked);
        makeReady();
        Threads.join(waiting);
        return new WeakReference<>(waiting.thread());
    }
}
