package dev.weir.sql.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.sql.Load;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();

    private Gate.Permit permit(Gate gate, String name) {
        Gate.Permit permit =
                gate.permit("query", () -> told.add(name), why -> told.add(name + ": " + why.getMessage()));
        permit.enter(time);
        return permit;
    }

    @Test
    void whoeverWaitsLongestIsNext() {
        Gate gate = new Gate(1, 10, WAIT);
        Gate.Permit a = permit(gate, "a");
        Gate.Permit b = permit(gate, "b");
        permit(gate, "c");
        assertEquals(new Load(1, 1, 2, 0), gate.load());
        a.leave();
        a.leave();
        assertEquals(List.of("a", "b"), told);
        b.leave();
        assertEquals(List.of("a", "b", "c"), told);
        time.assertNoTimers();
    }

    @Test
    void beyondTheLineIsRefusedAtOnce() {
        Gate gate = new Gate(1, 1, WAIT);
        permit(gate, "a");
        permit(gate, "b");
        permit(gate, "c");
        assertEquals("c: all 1 connections are in use, and 1 wait already, in: query", told.getLast());
        assertEquals(new Load(1, 1, 1, 1), gate.load());
    }

    @Test
    void whoHasWaitedTooLongIsRefused() {
        Gate gate = new Gate(1, 1, WAIT);
        Gate.Permit a = permit(gate, "a");
        Gate.Permit b = permit(gate, "b");
        time.advance(WAIT);
        assertEquals("b: no connection has become free for 10000 ms: 1 are in use, in: query", told.getLast());
        a.leave();
        b.leave();
        assertFalse(b.withdraw());
        assertEquals(new Load(1, 0, 0, 1), gate.load());
    }

    @Test
    void whoWithdrawsIsPassedOver() {
        Gate gate = new Gate(1, 10, WAIT);
        Gate.Permit a = permit(gate, "a");
        Gate.Permit b = permit(gate, "b");
        permit(gate, "c");
        assertTrue(b.withdraw());
        assertFalse(a.withdraw());
        a.leave();
        assertEquals(List.of("a", "c"), told);
        time.assertNoTimers();
    }

    @Test
    void whoWithdrawsBeforeItEntersNeverDoes() {
        Gate gate = new Gate(1, 10, WAIT);
        Gate.Permit permit = gate.permit("query", () -> told.add("in"), why -> told.add(why.getMessage()));
        assertTrue(permit.withdraw());
        permit.enter(time);
        assertEquals(List.of(), told);
        assertEquals(new Load(1, 0, 0, 0), gate.load());
    }

    @Test
    void whoCanNotBeTimedDoesNotWait() {
        Gate gate = new Gate(1, 10, WAIT);
        Gate.Permit a = permit(gate, "a");
        Gate.Permit b = gate.permit("query", () -> told.add("b"), why -> told.add(why.getMessage()));
        assertThrows(IllegalStateException.class, () -> b.enter(new StoppedClock()));
        a.leave();
        assertEquals(List.of("a"), told);
        assertEquals(new Load(1, 0, 0, 0), gate.load());
    }

    private static final class StoppedClock implements Clock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            throw new IllegalStateException("no timers");
        }
    }

    /** Such as one for which there is no thread. */
    @Test
    void whoCanNotBeginIsToldAndThePlaceGoesOn() {
        Gate gate = new Gate(1, 100_000, WAIT);
        Gate.Permit a = permit(gate, "a");
        int waiting = 50_000;
        for (int i = 0; i < waiting; i++) {
            broken(gate).enter(time);
        }
        Gate.Permit z = permit(gate, "z");
        a.leave();
        assertEquals(waiting + 2, told.size());
        assertEquals(
                "broken: it could not begin: java.lang.IllegalThreadStateException: no thread, in: query",
                told.get(waiting));
        assertEquals("z", told.getLast());
        z.leave();
        broken(gate).enter(time);
        assertEquals(waiting + 3, told.size());
        assertEquals(new Load(1, 0, 0, 0), gate.load());
        time.assertNoTimers();
    }

    private Gate.Permit broken(Gate gate) {
        return gate.permit(
                "query",
                () -> {
                    throw new IllegalThreadStateException("no thread");
                },
                why -> told.add("broken: " + why.getMessage()));
    }

    @Test
    void permitsAreNeitherLostNorDoubled() throws InterruptedException {
        int permits = 3;
        Gate gate = new Gate(permits, 5, WAIT);
        AtomicInteger in = new AtomicInteger();
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        CountDownLatch done = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            Random random = new Random(i);
            Thread.startVirtualThread(() -> {
                for (int round = 0; round < 5_000; round++) {
                    CountDownLatch over = new CountDownLatch(1);
                    boolean[] refused = {false};
                    Gate.Permit permit = gate.permit(
                            "query",
                            () -> {
                                if (in.incrementAndGet() > permits) {
                                    wrong.add("too many in");
                                }
                                over.countDown();
                            },
                            why -> {
                                refused[0] = true;
                                over.countDown();
                            });
                    permit.enter(Clock.system());
                    if (!random.nextBoolean() || !permit.withdraw()) {
                        awaitQuietly(over);
                        in.addAndGet(refused[0] ? 0 : -1);
                        permit.leave();
                    }
                }
                done.countDown();
            });
        }
        done.await();
        assertEquals(List.of(), List.copyOf(wrong));
        assertEquals(0, gate.load().inUse());
        assertEquals(0, gate.load().waiting());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
