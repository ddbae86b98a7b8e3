package dev.weir.rsocket;

import java.time.Duration;

/** See {@link LeasePolicy#adaptive}. */
final class AdaptiveLeases implements LeasePolicy {
    private static final int PART = 4;

    private final int least;
    private final int most;
    private final Duration target;
    private final Duration period;
    private final Duration timeToLive;
    private int allowed;

    AdaptiveLeases(int least, int most, Duration target, Duration period) {
        this.least = LimitsOf.positive(least, "least");
        this.target = LimitsOf.positive(target, "target");
        this.period = LimitsOf.positive(period, "period");
        if (most < least) {
            throw new IllegalArgumentException("most must be at least " + least + ", which is the least, not " + most);
        }
        this.most = most;
        this.timeToLive = Lease.ofTwo(period, most).timeToLive();
        this.allowed = least;
    }

    @Override
    public LeasePolicy ofConnection() {
        return new AdaptiveLeases(least, most, target, period);
    }

    @Override
    public Lease next(Load load) {
        Duration time = load.time();
        if (time != null && time.compareTo(target) > 0) {
            double part = Math.max(0.5, (double) target.toNanos() / time.toNanos());
            allowed = Math.max(least, (int) (allowed * part));
        } else if (time != null && load.admitted() >= allowed) {
            allowed = (int) Math.min(most, allowed + Math.max(1L, allowed / PART));
        }
        return new Lease(timeToLive, allowed);
    }
}
