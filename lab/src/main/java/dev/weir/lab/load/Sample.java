package dev.weir.lab.load;

/**
 * A load, and what it cost the server.
 *
 * @param cpuSeconds user and system time of the server's processes while the load ran
 * @param threads the most that were seen
 * @param residentBytes the most that was seen
 */
public record Sample(Load load, double cpuSeconds, int threads, long residentBytes) {
    /** In microseconds; NaN without requests. */
    public double cpuPerRequest() {
        return cpuSeconds * 1e6 / load.requests();
    }
}
