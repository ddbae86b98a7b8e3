package dev.weir.lab;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How rows went against the best peer of each.
 *
 * @param what which of the rows
 * @param even how many differences are within the errors
 */
record Summary(String what, int won, int even, int lost, double geometricMean, double median) {
    static final String BYTES = "bytes allocated";

    /** What is allocated is told apart from all else. */
    static List<Summary> of(List<Comparison> rows) {
        return Stream.of(of("", rows, row -> !row.isAllocation()), of(BYTES, rows, Comparison::isAllocation))
                .filter(summary -> summary.rows() > 0)
                .toList();
    }

    /** All of it, as a sentence. */
    static String told(List<Comparison> rows) {
        List<Summary> all = of(rows);
        return all.isEmpty()
                ? "no row has both Weir and a peer"
                : "against the best peer of each row: "
                        + all.stream().map(Summary::toString).collect(Collectors.joining("; "));
    }

    private static Summary of(String what, List<Comparison> comparisons, Predicate<Comparison> included) {
        List<Lead> leads = comparisons.stream()
                .filter(included)
                .flatMap(row -> row.lead(Impl.Kind.PEER).stream())
                .toList();
        double[] times = leads.stream().mapToDouble(Lead::times).sorted().toArray();
        double logarithms =
                leads.stream().mapToDouble(lead -> Math.log(lead.times())).sum();
        return new Summary(
                what,
                count(leads, Lead::isAhead),
                count(leads, Lead::isEven),
                count(leads, Lead::isBehind),
                Math.exp(logarithms / times.length),
                Stats.quantile(times, 0.5));
    }

    private static int count(List<Lead> leads, Predicate<Lead> which) {
        return (int) leads.stream().filter(which).count();
    }

    int rows() {
        return won + even + lost;
    }

    /** How many rows were won. */
    String score() {
        return "%d of %d rows won%s".formatted(won, rows(), even == 0 ? "" : ", " + even + " within the errors");
    }

    @Override
    public String toString() {
        return "%s%s geometric mean, %s median, %s"
                .formatted(
                        what.isEmpty() ? "" : what + ": ", Format.times(geometricMean), Format.times(median), score());
    }
}
