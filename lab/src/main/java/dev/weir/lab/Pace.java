package dev.weir.lab;

/**
 * How long the network suites measure.
 *
 * @param rounds how often each server is started anew
 * @param warmup seconds of load before anything counts
 * @param time seconds of load for each figure
 */
record Pace(int rounds, double warmup, double time) {
    /** So many connections take a second to be made. */
    private static final double CONNECTIONS_PER_SECOND = 2_500;

    static Pace of(Settings settings) {
        return settings.quick() ? new Pace(1, 3, 2) : new Pace(3, 10, 10);
    }

    /** Seconds of load by so many connections. */
    double time(int connections) {
        return Math.floor(time + connections / CONNECTIONS_PER_SECOND);
    }
}
