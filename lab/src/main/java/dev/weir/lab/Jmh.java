package dev.weir.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Some classes of benchmarks, one class for each row and one method for each implementation.
 *
 * @param classes a pattern of their names
 * @param params values that replace those in the classes
 * @param properties system properties of the JVM that measures
 * @param besides what else becomes rows of their own, besides the time
 */
record Jmh(
        String suite,
        String classes,
        Shape shape,
        Map<String, String[]> params,
        Map<String, String> properties,
        List<Extra> besides) {
    Jmh(String suite, String classes, Shape shape, Map<String, String[]> params, Map<String, String> properties) {
        this(suite, classes, shape, params, properties, List.of());
    }

    /** A secondary result of JMH; less of it is better. */
    record Extra(String label, String row, String unit) {}

    private static final List<String> JVM = List.of(
            "-Xms1g",
            "-Xmx1g",
            "-XX:+UseG1GC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** How many measurements it is. */
    int size() {
        return BenchmarkList.defaultList().find(new Silent(), List.of(include()), List.of()).stream()
                .mapToInt(this::combinations)
                .sum();
    }

    double expected() {
        return size() * shape.seconds();
    }

    List<Measurement> run(Progress progress) throws RunnerException {
        ChainedOptionsBuilder options = shape.applyTo(new OptionsBuilder().include(include()))
                .jvmArgs(JVM.toArray(String[]::new))
                .jvmArgsAppend(properties.entrySet().stream()
                        .map(p -> "-D" + p.getKey() + "=" + p.getValue())
                        .toArray(String[]::new));
        params.forEach(options::param);
        if (!besides.isEmpty()) {
            options.addProfiler(GCProfiler.class);
        }
        Collection<RunResult> results = new Runner(options.build(), new Steps(progress)).run();
        List<Measurement> measurements =
                new ArrayList<>(results.stream().map(this::measurement).toList());
        for (Extra extra : besides) {
            results.stream().map(result -> extra(result, extra)).forEach(measurements::addAll);
        }
        return measurements;
    }

    private String include() {
        return "^dev\\.weir\\.lab\\." + classes + "\\.";
    }

    private int combinations(BenchmarkListEntry entry) {
        Map<String, String[]> declared = entry.getParams().orElse(Map.of());
        return declared.entrySet().stream()
                .mapToInt(p -> params.getOrDefault(p.getKey(), p.getValue()).length)
                .reduce(1, (a, b) -> a * b);
    }

    private Measurement measurement(RunResult result) {
        BenchmarkParams how = result.getParams();
        Impl impl = Impl.of(Names.method(how.getBenchmark()));
        Result<?> score = result.getPrimaryResult();
        double[] samples = samples(result);
        double error = score.getScoreError();
        return new Measurement(
                suite,
                Names.row(how.getBenchmark()),
                paramsOf(how),
                impl.name(),
                impl.version(),
                score.getScoreUnit(),
                Stats.median(samples),
                Double.isNaN(error) ? null : error,
                how.getMode() == Mode.Throughput,
                how.getMode() == Mode.SingleShotTime
                        ? Arrays.stream(samples).boxed().toList()
                        : List.of());
    }

    private List<Measurement> extra(RunResult result, Extra extra) {
        BenchmarkParams how = result.getParams();
        Impl impl = Impl.of(Names.method(how.getBenchmark()));
        double[] samples = iterations(result)
                .flatMap(iteration -> iteration.getSecondaryResults().entrySet().stream())
                .filter(secondary -> secondary.getKey().endsWith(extra.label()))
                .mapToDouble(secondary -> secondary.getValue().getScore())
                .toArray();
        String row = Names.row(how.getBenchmark()) + ", " + extra.row();
        return samples.length == 0
                ? List.of()
                : List.of(new Measurement(
                        suite,
                        row,
                        paramsOf(how),
                        impl.name(),
                        impl.version(),
                        extra.unit(),
                        Stats.median(samples),
                        null,
                        false,
                        List.of()));
    }

    private static double[] samples(RunResult result) {
        return iterations(result)
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
    }

    private static Stream<IterationResult> iterations(RunResult result) {
        return result.getBenchmarkResults().stream().flatMap(fork -> fork.getIterationResults().stream());
    }

    private static Map<String, String> paramsOf(BenchmarkParams how) {
        Map<String, String> params = new TreeMap<>();
        how.getParamsKeys().forEach(key -> params.put(key, how.getParam(key)));
        return params;
    }

    /** Shows each measurement as one step, and what it printed if it failed. */
    private final class Steps extends Silent {
        private final Progress progress;
        private final StringBuilder printed = new StringBuilder();

        Steps(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void startBenchmark(BenchmarkParams how) {
            printed.setLength(0);
            progress.begin("%s: %s%s, %s"
                    .formatted(
                            suite,
                            Names.row(how.getBenchmark()),
                            paramsOf(how).isEmpty() ? "" : " " + paramsOf(how).values(),
                            Impl.of(Names.method(how.getBenchmark())).name()));
        }

        @Override
        public void endBenchmark(BenchmarkResult result) {
            progress.end(shape.seconds());
            if (result == null) {
                progress.fail(printed.toString());
            }
        }

        @Override
        public void print(String text) {
            printed.append(text);
        }

        @Override
        public void println(String text) {
            printed.append(text).append('\n');
        }
    }
}
