package dev.weir.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A row that was measured with several numbers of connections. */
record Curves(String row, List<Comparison> points) {
    /** Those among the comparisons, by the names of their rows. */
    static Map<String, Curves> among(List<Comparison> comparisons) {
        return comparisons.stream()
                .filter(comparison -> comparison.connections().isPresent())
                .collect(Collectors.groupingBy(Comparison::row, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue().size() > 1)
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> new Curves(entry.getKey(), entry.getValue()),
                        (a, b) -> a,
                        LinkedHashMap::new));
    }

    Measurement first() {
        return points.getFirst().measurements().getFirst();
    }

    /** Ours, the peers, the baselines. */
    List<String> impls() {
        return points.stream()
                .flatMap(point -> point.measurements().stream())
                .map(Measurement::impl)
                .distinct()
                .sorted((a, b) -> Impl.kindOf(a).compareTo(Impl.kindOf(b)))
                .toList();
    }
}
