package dev.weir.net.http.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Finds out how many requests at a time a service can take, by how long they take. */
public final class Gradient {
    /*
     * After TCP Vegas and the gradient of Netflix' concurrency-limits. Windows of at least 100 ms and 16 samples or
     * timeouts give a mean latency each. The least of them is what a request takes without load. As long as the mean is below
     * that times the tolerance, the limit grows by its square root, if it was made use of; above, it shrinks by the
     * ratio, at most to the half, and moves only a part of the way each time.
     *
     * What a request takes without load may change, and under load it cannot be seen: so now and then two windows let
     * in only a quarter as many: one to get rid of those that wait, one whose mean counts as the new one. At the
     * balance latency is a bit more than `tolerance` times the unloaded one, so a quarter as many hardly wait; with
     * the half the estimate would creep up from probe to probe. As long as latency is about what it is without load
     * there is nothing to find out, and nobody is refused for it.
     *
     * Samples add up in striped counters; whoever finds the window over claims it and does the sums, so nobody waits.
     */
    private static final long WINDOW = 100_000_000;
    private static final int FEWEST = 16;
    private static final int PROBE_EVERY = 50;
    private static final double SMOOTHING = 0.25;
    private static final double QUIET = 1.5;
    private static final long CLAIMED = Long.MAX_VALUE;

    private final int least;
    private final int most;
    private final double tolerance;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder timeouts = new LongAdder();
    private final LongAccumulator peak = new LongAccumulator(Math::max, 0);
    private final AtomicLong windowBegan;
    private double estimate;
    private double noLoad;
    private int untilProbe = PROBE_EVERY;

    public Gradient(int least, int most, int initial, double tolerance, long now) {
        this.least = least;
        this.most = most;
        this.estimate = initial;
        this.tolerance = tolerance;
        this.windowBegan = new AtomicLong(now);
    }

    /** A request has run into a timeout; sets the gate's limit if that ends a window. */
    public void timedOut(long now, Gate gate) {
        timeouts.increment();
        look(now, gate);
    }

    /**
     * A request has been served; sets the gate's limit if that ends a window.
     *
     * @param took in nanoseconds
     */
    public void served(long took, long now, Gate gate) {
        count.increment();
        nanos.add(took);
        peak.accumulate(gate.inFlight());
        look(now, gate);
    }

    private void look(long now, Gate gate) {
        long began = windowBegan.get();
        if (began != CLAIMED
                && now - began >= WINDOW
                && count.sum() + timeouts.sum() >= FEWEST
                && windowBegan.compareAndSet(began, CLAIMED)) {
            gate.setLimit(roll());
            windowBegan.set(now);
        }
    }

    /** Closes the window; the limit from now on. */
    private int roll() {
        long samples = count.sumThenReset();
        double mean = (double) nanos.sumThenReset() / Math.max(1, samples);
        boolean failing = timeouts.sumThenReset() * 10 > samples;
        boolean used = peak.getThenReset() * 2 >= estimate;
        if (samples == 0) { // so nobody knows how long one takes
            move(mean, true, used);
            return limit();
        }
        if (untilProbe > 1) {
            noLoad = noLoad == 0 ? mean : Math.min(noLoad, mean);
            move(mean, failing, used);
        } else if (untilProbe == 0) {
            noLoad = mean;
        }
        boolean mayWait = untilProbe == 2 && mean < QUIET * noLoad;
        untilProbe = untilProbe == 0 ? PROBE_EVERY : mayWait ? 2 : untilProbe - 1;
        return limit();
    }

    private int limit() {
        return (int) Math.max(1, Math.round(untilProbe > 1 ? estimate : estimate / 4));
    }

    private void move(double mean, boolean failing, boolean used) {
        double gradient = failing ? 0.5 : Math.clamp(tolerance * noLoad / Math.max(1, mean), 0.5, 1.0);
        double next = estimate * gradient + (failing ? 0 : Math.sqrt(estimate));
        if (next < estimate || used) {
            estimate = Math.clamp(estimate + (next - estimate) * SMOOTHING, least, most);
        }
    }
}
