package dev.weir.lab;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How often and how long one implementation is measured.
 *
 * @param forks in how many JVMs, one after the other
 * @param warmup how long one of the iterations takes that don't count
 * @param time how long one of those takes that count
 * @param start how many seconds a JVM may take before it measures
 * @param heap in megabytes
 */
record Shape(int forks, int warmups, TimeValue warmup, int iterations, TimeValue time, double start, int heap) {
    private static final double FORK_SECONDS = 0.6;

    /** What one iteration takes besides its time. */
    private static final double ITERATION_SECONDS = 0.016;

    private static final int HEAP = 256;
    private static final int SMALL_HEAP = 128;
    private static final double CROWD_SECONDS = 2;
    private static final int MOST_CROWDS = 2;

    /** For work that is repeated for a while. */
    static Shape throughput(boolean quick) {
        return quick ? repeated(1, 6, 150, 12, 50, HEAP) : repeated(3, 4, 300, 8, 120, HEAP);
    }

    /** For work that takes less than a few microseconds. */
    static Shape small(boolean quick) {
        return quick ? repeated(1, 20, 100, 12, 35, SMALL_HEAP) : repeated(3, 15, 100, 10, 60, SMALL_HEAP);
    }

    /** For work of which each run is timed. */
    static Shape singleShot(boolean quick) {
        return quick ? repeated(1, 5, 150, 15, 150, HEAP) : repeated(3, 10, 150, 30, 150, HEAP);
    }

    /** For work of which a run takes about half a second. */
    static Shape large() {
        return repeated(3, 3, 600, 7, 600, HEAP);
    }

    private static Shape repeated(int forks, int warmups, long warmup, int iterations, long time, int heap) {
        return new Shape(
                forks,
                warmups,
                TimeValue.milliseconds(warmup),
                iterations,
                TimeValue.milliseconds(time),
                FORK_SECONDS,
                heap);
    }

    /** The same, with time for a crowd in each JVM, and so in fewer of them. */
    Shape crowded() {
        return new Shape(Math.min(forks, MOST_CROWDS), warmups, warmup, iterations, time, start + CROWD_SECONDS, heap);
    }

    /** For one JVM. */
    ChainedOptionsBuilder applyTo(ChainedOptionsBuilder options) {
        return options.forks(1)
                .warmupIterations(warmups)
                .warmupTime(warmup)
                .measurementIterations(iterations)
                .measurementTime(time);
    }

    /** What one JVM may take. */
    double seconds() {
        double measuring = (warmups * millis(warmup) + iterations * millis(time)) / 1e3;
        return start + (warmups + iterations) * ITERATION_SECONDS + measuring;
    }

    String heap(String option) {
        return option + heap + "m";
    }

    private static double millis(TimeValue time) {
        return time.convertTo(TimeUnit.MILLISECONDS);
    }
}
