package dev.weir.lab;

/**
 * How long the network suites measure.
 *
 * @param rounds how often each server is started anew
 * @param warmup seconds of load before anything counts
 * @param time seconds of load for each figure
 */
record Pace(int rounds, double warmup, double time) {
    static Pace of(Settings settings) {
        return settings.quick() ? new Pace(1, 8, 3) : new Pace(3, 10, 10);
    }
}
