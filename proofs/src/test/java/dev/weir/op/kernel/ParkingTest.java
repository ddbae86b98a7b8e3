package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParkingTest {
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
    void doesNotWaitForWhatIsReady() {
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
}
