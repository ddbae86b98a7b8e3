package dev.weir.lab;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How often and how long one implementation is measured.
 *
 * @param start how many seconds a JVM may take before it measures
 */
record Shape(int forks, int warmups, int iterations, TimeValue time, double start) {
    private static final double FORK_SECONDS = 0.8;
    private static final double CROWD_SECONDS = 2;

    /** For work that is repeated for a while. */
    static Shape throughput(boolean quick) {
        return quick
                ? new Shape(1, 6, 4, TimeValue.milliseconds(150), FORK_SECONDS)
                : new Shape(3, 5, 5, TimeValue.milliseconds(300), FORK_SECONDS);
    }

    /** For work of which each run is timed. */
    static Shape singleShot(boolean quick) {
        TimeValue once = TimeValue.milliseconds(150);
        return quick ? new Shape(1, 5, 15, once, FORK_SECONDS) : new Shape(3, 10, 30, once, FORK_SECONDS);
    }

    /** The same, with time for a crowd in each JVM. */
    Shape crowded() {
        return new Shape(forks, warmups, iterations, time, start + CROWD_SECONDS);
    }

    ChainedOptionsBuilder applyTo(ChainedOptionsBuilder options) {
        return options.forks(forks)
                .warmupIterations(warmups)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time);
    }

    double seconds() {
        return forks * (start + (warmups + iterations) * time.convertTo(TimeUnit.MILLISECONDS) / 1e3);
    }
}
