package dev.weir.lab;

import java.util.Arrays;
import org.openjdk.jmh.util.ListStatistics;

final class Stats {
    private static final double CONFIDENCE = 0.999;
    private static final double INTERVAL = 0.99;

    private Stats() {}

    /** Half of the 99.9 % confidence interval of the mean; null where there are too few values. */
    static Double error(double[] values) {
        double error = new ListStatistics(values).getMeanErrorAt(CONFIDENCE);
        return Double.isNaN(error) ? null : error;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return quantile(sorted, 0.5);
    }

    /** The value below which that share of the sorted values is, interpolated. */
    static double quantile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /**
     * How many of the sorted values on each side lie outside of the confidence interval of the median, which has at
     * least 99 % from eight values on; with fewer it goes from the least to the most.
     */
    static int outside(int count) {
        int outside = 0;
        double chance = Math.pow(0.5, count); // that exactly so many are below the median
        double tail = chance;
        while (true) {
            chance *= (double) (count - outside) / (outside + 1);
            tail += chance;
            if (2 * tail > 1 - INTERVAL) {
                return outside;
            }
            outside++;
        }
    }
}
