package dev.weir.lab;

import dev.weir.lab.load.Latencies;
import dev.weir.lab.load.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the figures of a suite, from one round or several. */
final class Figures {
    private record Key(
            String row, Map<String, String> params, String impl, String unit, boolean higherIsBetter, boolean spread) {}

    private final String suite;
    private final Map<Key, List<Double>> figures = new LinkedHashMap<>();

    Figures(String suite) {
        this.suite = suite;
    }

    /** A figure that could not be had, as it is not a number, is left out. */
    void add(String row, Map<String, String> params, String impl, String unit, boolean higherIsBetter, double score) {
        add(new Key(row, params, impl, unit, higherIsBetter, false), score);
    }

    /** The same, with all that were added as the spread. */
    void addToSpread(String row, String impl, String unit, boolean higherIsBetter, double score) {
        add(new Key(row, Map.of(), impl, unit, higherIsBetter, true), score);
    }

    private void add(Key key, double score) {
        if (Double.isFinite(score)) {
            figures.computeIfAbsent(key, added -> new ArrayList<>()).add(score);
        }
    }

    /** What every load tells. */
    void load(String row, Map<String, String> params, String impl, Sample sample) {
        Latencies latencies = sample.load().latencies();
        add(
                row + ": throughput",
                params,
                impl,
                "requests/s",
                true,
                sample.load().perSecond());
        add(row + ": median", params, impl, "ms", false, latencies.quantile(0.5));
        add(row + ": p99", params, impl, "ms", false, latencies.quantile(0.99));
        add(row + ": errors", params, impl, "errors", false, sample.load().errors());
        add(row + ": CPU", params, impl, "µs/request", false, sample.cpuPerRequest());
    }

    /** The median of each. */
    List<Measurement> measurements() {
        return figures.entrySet().stream()
                .map(entry -> measurement(entry.getKey(), entry.getValue()))
                .toList();
    }

    private Measurement measurement(Key key, List<Double> scores) {
        Impl impl = Impl.of(key.impl());
        double median =
                Stats.median(scores.stream().mapToDouble(Double::doubleValue).toArray());
        return new Measurement(
                suite,
                key.row(),
                key.params(),
                impl.name(),
                impl.version(),
                key.unit(),
                median,
                null,
                key.higherIsBetter(),
                key.spread() ? List.copyOf(scores) : List.of());
    }
}
