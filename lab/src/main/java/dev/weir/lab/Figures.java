package dev.weir.lab;

import dev.weir.lab.load.Latencies;
import dev.weir.lab.load.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Collects the figures of a suite, from one round or several. */
final class Figures {
    private static final String ERRORS = "errors";

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

    /** What failed, which is added up: errors of a single round are errors. */
    void addErrors(String row, Map<String, String> params, String impl, Sample sample) {
        add(row + ": " + ERRORS, params, impl, ERRORS, false, sample.load().errors());
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
        addErrors(row, params, impl, sample);
        add(row + ": CPU", params, impl, "µs/request", false, sample.cpuPerRequest());
    }

    /** The median of each, and all errors. */
    List<Measurement> measurements() {
        return figures.entrySet().stream()
                .map(entry -> measurement(entry.getKey(), entry.getValue()))
                .toList();
    }

    private Measurement measurement(Key key, List<Double> scores) {
        Impl impl = Impl.of(key.impl());
        double[] all = scores.stream().mapToDouble(Double::doubleValue).toArray();
        return new Measurement(
                suite,
                key.row(),
                key.params(),
                impl.name(),
                impl.version(),
                key.unit(),
                key.unit().equals(ERRORS) ? DoubleStream.of(all).sum() : Stats.median(all),
                null,
                key.higherIsBetter(),
                key.spread() ? List.copyOf(scores) : List.of());
    }
}
