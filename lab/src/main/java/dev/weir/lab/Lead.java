package dev.weir.lab;

import java.util.Arrays;
import java.util.List;

/**
 * How many times better one implementation is than another one.
 *
 * @param least the lower end of the 99 % confidence interval
 * @param most its upper end
 */
record Lead(double times, double least, double most) {
    /** Of those that were measured in turn, the median of what each turn says; else what the scores and errors say. */
    static Lead of(Measurement ours, Measurement other) {
        List<Double> a = ours.samples();
        List<Double> b = other.samples();
        if (a.size() < 2 || a.size() != b.size()) {
            return unpaired(ours, other);
        }
        double[] ratios = new double[a.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours.higherIsBetter() ? a.get(i) / b.get(i) : b.get(i) / a.get(i);
        }
        Arrays.sort(ratios);
        int outside = Stats.outside(ratios.length);
        return new Lead(Stats.quantile(ratios, 0.5), ratios[outside], ratios[ratios.length - 1 - outside]);
    }

    private static Lead unpaired(Measurement ours, Measurement other) {
        double a = ours.error() == null ? 0 : ours.error() / ours.score();
        double b = other.error() == null ? 0 : other.error() / other.score();
        double times = ours.times(other);
        return new Lead(
                times, times * Math.max(0, 1 - a) / (1 + b), b < 1 ? times * (1 + a) / (1 - b) : Double.MAX_VALUE);
    }

    boolean isAhead() {
        return least > 1;
    }

    boolean isBehind() {
        return most < 1;
    }

    /** Whether the difference is within the errors. */
    boolean isEven() {
        return !isAhead() && !isBehind();
    }
}
