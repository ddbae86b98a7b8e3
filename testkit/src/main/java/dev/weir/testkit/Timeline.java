package dev.weir.testkit;

import dev.weir.Cancellable;
import java.time.Duration;

/** Virtual time as a marble test counts it: in nanoseconds from the test's own subscription. */
final class Timeline {
    private final VirtualTime time;
    private long zero;

    Timeline(VirtualTime time) {
        this.time = time;
    }

    /** Puts the test's subscription that much after the clock's start. */
    void startAfter(long lead) {
        zero = lead;
    }

    long now() {
        return time.now().toNanos() - zero;
    }

    Cancellable at(long when, Runnable task) {
        return time.schedule(task, Duration.ofNanos(when - now()));
    }
}
