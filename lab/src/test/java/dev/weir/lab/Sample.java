package dev.weir.lab;

import java.util.List;
import java.util.Map;

final class Sample {
    private Sample() {}

    static Measurement throughput(String row, String impl, double score) {
        return new Measurement("rebls", row, Map.of(), impl, "1", "ops/s", score, score / 100, true, List.of());
    }

    static Measurement time(String row, String impl, Double... samples) {
        double median = samples[samples.length / 2];
        return new Measurement("rebls", row, Map.of(), impl, "1", "ms/op", median, null, false, List.of(samples));
    }
}
