package dev.weir.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A suite of benchmarks that JMH runs. */
record JmhSuite(String name, Function<Settings, List<Jmh>> parts) implements Suite {
    private List<JmhRow> rows(Settings settings) {
        return parts.apply(settings).stream()
                .flatMap(jmh -> jmh.rows(settings).stream())
                .toList();
    }

    @Override
    public List<String> titles(Settings settings) {
        return rows(settings).stream().map(JmhRow::title).toList();
    }

    @Override
    public double expected(Settings settings) {
        return rows(settings).stream().mapToDouble(JmhRow::expected).sum();
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws IOException, InterruptedException {
        List<Measurement> measurements = new ArrayList<>();
        for (JmhRow row : rows(settings)) {
            measurements.addAll(row.run(progress));
            progress.keep(List.copyOf(measurements));
        }
        return measurements;
    }
}
