package dev.weir.rsocket;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of the servers of a balancer. Guarded by the balancer's lock. */
final class Target {
    /*
     * The cost of a server is what a request would wait: the requests that run there, each of the usual time. That time is
     * a mean that moves by a fifth to each new one, and fades while nothing comes, so that a server that was slow is tried
     * again; what has faded does not come back with its answer. A refusal or failure comes at once, and counts as an answer
     * that was slow, lest who can't answer is asked most; so does what was waited for in vain, unless that was short.
     */
    private static final double WEIGHT = 0.2;
    private static final double LEAST = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double FADES = TimeUnit.SECONDS.toNanos(5);
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    final String address;

    @Nullable
    RSocketConnection connection;

    boolean connecting;
    long connectedAt;
    private int running;
    private double usual = LEAST;
    private long observedAt;
    private int failures;

    Target(String address) {
        this.address = address;
    }

    boolean isCut() {
        return connection != null && connection.isCut();
    }

    void begins() {
        running++;
    }

    void ended() {
        running--;
    }

    /** An answer has taken so long. */
    void took(long nanos, long now) {
        observe(nanos, now);
        failures = 0;
    }

    /** A request has failed, or was refused, after so long. */
    void failed(long nanos, long now) {
        waited(Math.max(nanos, SLOW), now);
    }

    /** No answer has come for so long, when nobody waited for it any more. */
    void waited(long nanos, long now) {
        if (nanos > usual(now)) {
            observe(nanos, now);
        }
    }

    private void observe(long nanos, long now) {
        double before = usual(now);
        usual = before + WEIGHT * (nanos - before);
        observedAt = now;
    }

    private double usual(long now) {
        return Math.max(LEAST, usual * Math.exp(-Math.max(0, now - observedAt) / FADES));
    }

    double cost(long now) {
        return (running + 1) * usual(now);
    }

    /** The connection is lost; one that has lasted for long is no failure. */
    void lost(long now) {
        if (now - connectedAt > LONGEST_WAIT.toNanos()) {
            failures = 0;
        }
    }

    /**
     * How long to wait after one more failure.
     *
     * @param chance from 0 to 1: half of the time is left to it, so that clients do not come all at once
     */
    Duration backoff(double chance) {
        long most = Math.min(LONGEST_WAIT.toMillis(), FIRST_WAIT.toMillis() << Math.min(failures, 10));
        failures++;
        return Duration.ofMillis(most / 2 + (long) (chance * most / 2));
    }

    /** For messages: the address without the query, which may have secrets. */
    @Override
    public String toString() {
        int question = address.indexOf('?');
        return question < 0 ? address : address.substring(0, question);
    }
}
