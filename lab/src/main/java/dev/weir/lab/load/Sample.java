package dev.weir.lab.load;

/**
 * A load, and what it cost the server.
 *
 * @param cpuSeconds user and system time of the server's processes while the load ran
 * @param threads the most that were seen
 * @param residentBytes the most that was seen
 * @param connections the most that the server's processes held at the same time
 * @param processes how many the server had
 */
public record Sample(Load load, double cpuSeconds, int threads, long residentBytes, int connections, int processes) {
    /** Of two loads one after the other. */
    public Sample then(Sample next) {
        return new Sample(
                load.and(next.load, true),
                cpuSeconds + next.cpuSeconds,
                Math.max(threads, next.threads),
                Math.max(residentBytes, next.residentBytes),
                Math.max(connections, next.connections),
                Math.max(processes, next.processes));
    }

    /** In microseconds; NaN without requests. */
    public double cpuPerRequest() {
        return cpuSeconds * 1e6 / load.requests();
    }
}
