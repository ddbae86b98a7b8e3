package dev.weir.net.http.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Lets in as many as there may be at a time. */
public final class Gate {
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private volatile int limit;

    public Gate(int limit) {
        this.limit = limit;
    }

    /** Counts one in; false if there are too many. */
    public boolean enter() {
        while (inFlight.incrementAndGet() > limit) {
            if (inFlight.decrementAndGet() >= limit) {
                return false;
            } // else somebody left meanwhile, and may have seen this one counted in
        }
        return true;
    }

    /** Counts one out. */
    public void leave() {
        inFlight.decrementAndGet();
    }

    public void countRefused() {
        refused.increment();
    }

    public int inFlight() {
        return inFlight.get();
    }

    public long refused() {
        return refused.sum();
    }

    public int limit() {
        return limit;
    }

    /** Those that are in stay. */
    public void setLimit(int newLimit) {
        limit = newLimit;
    }

    /** The value of {@code Retry-After}: whole seconds. */
    public static String retryAfter(Duration delay) {
        return Long.toString(delay.plusNanos(999_999_999).toSeconds());
    }
}
