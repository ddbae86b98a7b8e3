package dev.weir.lab;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The measurements of one row. */
record Comparison(String row, Map<String, String> params, List<Measurement> measurements) {
    static final String CONNECTIONS = "connections";

    private static final Set<String> ASIDE_UNITS = Set.of("errors", "threads", "connections", "processes");

    private record Key(String row, Map<String, String> params) {}

    /** One comparison for each row, in the order in which they were measured. */
    static List<Comparison> of(List<Measurement> measurements) {
        return measurements.stream()
                .collect(Collectors.groupingBy(
                        m -> new Key(m.row(), m.params()), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry ->
                        new Comparison(entry.getKey().row(), entry.getKey().params(), ranked(entry.getValue())))
                .toList();
    }

    /** Ours first, then the peers, the baselines and the asides, each from the best to the worst. */
    private static List<Measurement> ranked(List<Measurement> row) {
        return row.stream()
                .sorted(Comparator.comparing(Measurement::kind)
                        .thenComparing(m -> m.higherIsBetter() ? -m.score() : m.score()))
                .toList();
    }

    Optional<Measurement> best(Impl.Kind kind) {
        return measurements.stream().filter(m -> m.kind() == kind).findFirst();
    }

    Optional<Measurement> of(String impl) {
        return measurements.stream().filter(m -> m.impl().equals(impl)).findFirst();
    }

    /** How ours does against the best of that kind; nothing where that says nothing. */
    Optional<Lead> lead(Impl.Kind kind) {
        return best(kind).flatMap(this::lead);
    }

    /** How ours does against another one; nothing where that says nothing. */
    Optional<Lead> lead(Measurement other) {
        return best(Impl.Kind.OURS)
                .filter(ours -> ours != other && isContest() && ours.score() > 0 && other.score() > 0)
                .map(ours -> Lead.of(ours, other));
    }

    /** Whether it is a merit to be ahead: there may be no errors, and any number of threads or processes is fine. */
    boolean isContest() {
        return !ASIDE_UNITS.contains(unit());
    }

    /** Whether it tells how much is allocated, not how fast something is. */
    boolean isAllocation() {
        return unit().startsWith("bytes allocated");
    }

    /** Whether single times or costs were measured, whose distribution is of interest. */
    boolean isDistributed() {
        return !unit().startsWith("ops/")
                && measurements.stream().noneMatch(m -> m.samples().isEmpty());
    }

    /** Whether a drawing shows anything. */
    boolean isTelling() {
        return isContest() && measurements.stream().anyMatch(m -> m.score() > 0)
                || measurements.stream()
                                .mapToDouble(Measurement::score)
                                .distinct()
                                .count()
                        > 1;
    }

    /** Of a row that is measured over the number of connections, that number. */
    Optional<Integer> connections() {
        return params.keySet().equals(Set.of(CONNECTIONS))
                ? Optional.of(Integer.valueOf(params.get(CONNECTIONS)))
                : Optional.empty();
    }

    String unit() {
        return measurements.getFirst().unit();
    }

    String title() {
        return title(row, params);
    }

    /** What a row with parameters is called. */
    static String title(String row, Map<String, String> params) {
        return params.isEmpty()
                ? row
                : row
                        + params.entrySet().stream()
                                .map(p -> p.getKey() + " " + Format.grouped(p.getValue()))
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
