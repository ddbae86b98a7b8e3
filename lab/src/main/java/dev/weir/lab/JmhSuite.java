package dev.weir.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A suite of benchmarks that JMH runs. */
record JmhSuite(String name, Function<Settings, List<Jmh>> parts) implements Suite {
    @Override
    public double expected(Settings settings) {
        return parts.apply(settings).stream().mapToDouble(Jmh::expected).sum();
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        for (Jmh part : parts.apply(settings)) {
            measurements.addAll(part.run(progress));
        }
        return measurements;
    }
}
