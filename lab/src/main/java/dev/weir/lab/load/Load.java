package dev.weir.lab.load;

/**
 * What a load saw.
 *
 * @param errors connections that failed or broke, answers with a status of failure, and answers that were late
 */
public record Load(long requests, long bytes, double seconds, long errors, Latencies latencies) {

    public double perSecond() {
        return requests / seconds;
    }

    /** Two loads at the same time, or one after the other if {@code inTurn}. */
    public Load and(Load other, boolean inTurn) {
        Latencies both = new Latencies();
        both.addAll(latencies);
        both.addAll(other.latencies);
        double time = inTurn ? seconds + other.seconds : Math.max(seconds, other.seconds);
        return new Load(requests + other.requests, bytes + other.bytes, time, errors + other.errors, both);
    }
}
