package dev.weir.lab.load;

import java.util.Map;
import java.util.TreeMap;

/** How often which time, in microseconds, was seen. */
public final class Latencies {
    private final TreeMap<Long, Long> counts = new TreeMap<>();
    private long total;

    public void add(long micros, long count) {
        counts.merge(micros, count, Long::sum);
        total += count;
    }

    public void addAll(Latencies others) {
        others.counts.forEach(this::add);
    }

    public boolean isEmpty() {
        return total == 0;
    }

    /** The time in milliseconds within which that share of all was done; NaN without any. */
    public double quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (Map.Entry<Long, Long> entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= rank) {
                return entry.getKey() / 1e3;
            }
        }
        return Double.NaN;
    }

    /** In milliseconds; NaN without any. */
    public double mean() {
        double sum = 0;
        for (Map.Entry<Long, Long> entry : counts.entrySet()) {
            sum += (double) entry.getKey() * entry.getValue();
        }
        return sum / total / 1e3;
    }

    /** The standard deviation in milliseconds; NaN without any. */
    public double deviation() {
        double mean = mean() * 1e3;
        double squares = 0;
        for (Map.Entry<Long, Long> entry : counts.entrySet()) {
            double distance = entry.getKey() - mean;
            squares += distance * distance * entry.getValue();
        }
        return Math.sqrt(squares / total) / 1e3;
    }
}
