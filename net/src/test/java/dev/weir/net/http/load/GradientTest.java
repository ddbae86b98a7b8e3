package dev.weir.net.http.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Drives the algorithm with a simulated service: so many workers, a queue before them, a time for each request. */
class GradientTest {
    private static final long MILLI = 1_000_000;

    private final Random random = new Random(42);
    private final Gate gate = new Gate(20);
    private final Gradient gradient = new Gradient(4, 1000, 20, 2, 0);
    private final PriorityQueue<long[]> ends = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0])); // end, begin
    private long now;
    private long admitted;
    private long waited;

    /**
     * Requests come at random times.
     *
     * @param perSecond how many
     * @param workers how many are served at a time
     * @param millis what serving one takes
     */
    private void run(Duration duration, double perSecond, int workers, double millis) {
        long until = now + duration.toNanos();
        long[] free = new long[workers];
        java.util.Arrays.fill(free, now);
        admitted = 0;
        waited = 0;
        while (now < until) {
            long next = now + (long) (-Math.log(1 - random.nextDouble()) * 1e9 / perSecond);
            while (!ends.isEmpty() && ends.peek()[0] <= next) {
                long[] ended = ends.poll();
                gradient.served(ended[0] - ended[1], ended[0], gate);
                gate.leave();
            }
            now = next;
            if (gate.enter()) {
                int worker = 0;
                for (int i = 1; i < workers; i++) {
                    worker = free[i] < free[worker] ? i : worker;
                }
                double jitter = 0.8 + 0.4 * random.nextDouble();
                long begin = Math.max(now, free[worker]);
                free[worker] = begin + (long) (millis * jitter * MILLI);
                ends.add(new long[] {free[worker], now});
                admitted++;
                waited += free[worker] - now;
            } else {
                gate.countRefused();
            }
        }
    }

    private double meanMillis() {
        return (double) waited / admitted / MILLI;
    }

    @Test
    void withoutOverloadNobodyIsRefused() {
        run(Duration.ofSeconds(60), 500, 20, 10);
        assertEquals(0, gate.refused());
        assertTrue(meanMillis() < 11, () -> "" + meanMillis());
    }

    @Test
    void underOverloadThoseAdmittedAreServedAboutAsFast() {
        run(Duration.ofSeconds(20), 1000, 20, 10);
        run(Duration.ofSeconds(60), 6000, 20, 10); // three times what can be served
        assertTrue(meanMillis() < 28, () -> "mean latency " + meanMillis());
        double rate = admitted / 60.0;
        assertTrue(rate > 1900, () -> "served " + rate + " a second of the 2000 that can be");
        assertTrue(gate.refused() > 0);
    }

    @Test
    void aServiceThatBecomesSlowerIsAskedLess() {
        run(Duration.ofSeconds(60), 6000, 20, 10);
        int before = gate.limit();
        run(Duration.ofSeconds(60), 6000, 4, 10);
        run(Duration.ofSeconds(60), 6000, 4, 10);
        assertTrue(gate.limit() < before / 2, () -> before + " -> " + gate.limit());
        assertTrue(meanMillis() < 40, () -> "mean latency " + meanMillis());
        assertTrue(admitted / 60 > 360, () -> "served " + admitted / 60 + " of 400");
    }

    @Test
    void aServiceThatBecomesFasterIsAskedMore() {
        run(Duration.ofSeconds(60), 6000, 4, 10);
        int before = gate.limit();
        run(Duration.ofSeconds(60), 6000, 40, 10);
        run(Duration.ofSeconds(60), 6000, 40, 10);
        assertTrue(gate.limit() > before * 3, () -> before + " -> " + gate.limit());
        assertTrue(admitted / 60 > 3600, () -> "served " + admitted / 60 + " of 4000");
    }

    @Test
    void aLongerServiceTimeIsLearnt() {
        run(Duration.ofSeconds(30), 6000, 20, 5);
        run(Duration.ofSeconds(60), 6000, 20, 20); // without load it takes four times as long now
        run(Duration.ofSeconds(60), 6000, 20, 20);
        assertTrue(admitted / 60 > 900, () -> "served " + admitted / 60 + " of 1000");
        assertTrue(meanMillis() < 60, () -> "mean latency " + meanMillis());
    }

    @Test
    void anIdleServiceKeepsItsLimit() {
        run(Duration.ofSeconds(60), 100, 20, 10);
        assertEquals(20, gate.limit(), 10);
    }

    @Test
    void timeoutsShrinkIt() {
        for (int window = 1; window <= 40; window++) {
            for (int i = 0; i < 20; i++) {
                gradient.timedOut(window * 101L * MILLI, gate);
                gradient.served(MILLI, window * 101L * MILLI, gate);
            }
        }
        assertEquals(4, gate.limit());
    }

    @Test
    void timeoutsShrinkItAlsoIfNothingElseComes() {
        for (int window = 1; window <= 40; window++) {
            for (int i = 0; i < 20; i++) {
                gradient.timedOut(window * 101L * MILLI, gate);
            }
        }
        assertEquals(4, gate.limit());
        now = 5_000 * MILLI;
        run(Duration.ofSeconds(60), 5000, 20, 10);
        assertTrue(gate.limit() > 20, () -> "it grows again, to " + gate.limit());
    }
}
