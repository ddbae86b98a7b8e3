package dev.weir.lab;

import java.util.List;

/** How a suite went against the best peer of each row. */
record Summary(int rows, int won, double geometricMean, double median) {
    static Summary of(List<Comparison> comparisons) {
        double[] leads = comparisons.stream()
                .flatMap(c -> c.lead(Impl.Kind.PEER).stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int won = 0;
        double logarithms = 0;
        for (double lead : leads) {
            won += lead > 1 ? 1 : 0;
            logarithms += Math.log(lead);
        }
        return new Summary(leads.length, won, Math.exp(logarithms / leads.length), Stats.quantile(leads, 0.5));
    }

    @Override
    public String toString() {
        return rows == 0
                ? "no row has both Weir and a peer"
                : "against the best peer of each row: %s geometric mean, %s median, %d of %d rows won"
                        .formatted(Format.times(geometricMean), Format.times(median), won, rows);
    }
}
