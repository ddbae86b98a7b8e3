package dev.weir.lab;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How often and how long one implementation is measured. */
record Shape(int forks, int warmups, int iterations, TimeValue time) {
    private static final double FORK_SECONDS = 0.8;

    /** For work that is repeated for a while. */
    static Shape throughput(boolean quick) {
        return quick ? new Shape(1, 3, 5, TimeValue.milliseconds(300)) : new Shape(3, 5, 10, TimeValue.seconds(1));
    }

    /** For work of which each run is timed. */
    static Shape singleShot(boolean quick) {
        TimeValue once = TimeValue.milliseconds(150);
        return quick ? new Shape(1, 5, 15, once) : new Shape(3, 20, 50, once);
    }

    ChainedOptionsBuilder applyTo(ChainedOptionsBuilder options) {
        return options.forks(forks)
                .warmupIterations(warmups)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time);
    }

    double seconds() {
        return forks * (FORK_SECONDS + (warmups + iterations) * time.convertTo(TimeUnit.MILLISECONDS) / 1e3);
    }
}
