package dev.weir.lab;

import dev.weir.lab.crowded.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A row with its parameters. Its implementations are up at the same time, each in a JVM of its own, and are measured in
 * turn; and all that again, as often as each is to have JVMs.
 *
 * @param benchmarks the names that JMH knows them by
 * @param against another core, to measure ours with as well, if there is one
 */
record JmhRow(Jmh how, Map<String, String> params, List<String> benchmarks, Optional<ClassPath> against) {
    private static final List<String> JVM = List.of(
            "-XX:+UseG1GC",
            "-XX:+AlwaysPreTouch", // where memory comes from a host, to touch it first takes longer than anything else
            "-Djmh.shutdownTimeout=0", // a library's threads may keep its JVM: it is ended after one step
            "-Djmh.shutdownTimeout.step=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** Those that tell what a thread-local costs that is carried: one value, items on one thread, hops. */
    private static final Set<String> CARRIED = Set.of("one pipeline", "map filter", "hops");

    /** @param properties of the JVM, besides those of the row */
    record Turn(String benchmark, Impl impl, ClassPath classPath, Map<String, String> properties) {
        private Turn(String benchmark, Impl impl, ClassPath classPath) {
            this(benchmark, impl, classPath, Map.of());
        }
    }

    String row() {
        return Names.row(benchmarks.getFirst());
    }

    String title() {
        return Comparison.title(row(), params);
    }

    /** In seconds. */
    double expected() {
        return turns().size() * how.shape().forks() * how.shape().seconds();
    }

    List<Measurement> run(Progress progress) throws IOException, InterruptedException {
        List<Turn> turns = turns();
        Map<Impl, List<RunResult>> results = new LinkedHashMap<>();
        turns.forEach(turn -> results.put(turn.impl(), new ArrayList<>()));
        for (int round = 1; round <= how.shape().forks(); round++) {
            progress.begin("%s: %s, %d of %d"
                    .formatted(how.suite(), title(), round, how.shape().forks()));
            try (Turnstile turnstile = new Turnstile()) {
                for (Turn turn : turns) {
                    turn.classPath().use();
                    turnstile.admit(option -> results.get(turn.impl()).addAll(run(turn, option, progress)));
                }
                turnstile.run();
            }
            progress.end(turns.size() * how.shape().seconds());
        }
        results.values().removeIf(List::isEmpty);
        List<Measurement> measurements = new ArrayList<>();
        results.forEach((impl, rounds) -> measurements.add(time(impl, rounds)));
        for (Jmh.Extra extra : how.besides()) {
            results.forEach((impl, rounds) -> measurements.add(extra(extra, impl, rounds)));
        }
        return measurements;
    }

    List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        for (String benchmark : benchmarks) {
            Impl impl = Impl.of(Names.method(benchmark));
            turns.add(new Turn(benchmark, impl, ClassPath.OWN));
            if (impl.kind() == Impl.Kind.OURS) {
                against.ifPresent(other -> turns.add(new Turn(benchmark, Impl.of(Impl.AGAINST), other)));
                if (CARRIED.contains(row())) {
                    Map<String, String> properties = Map.of(Row.CARRIED, "true");
                    turns.add(new Turn(benchmark, Impl.of(Impl.CARRIED), ClassPath.carrying(), properties));
                }
            }
        }
        return turns;
    }

    private Collection<RunResult> run(Turn turn, String option, Progress progress) {
        ChainedOptionsBuilder options = how.shape()
                .applyTo(new OptionsBuilder().include("^" + turn.benchmark().replace(".", "\\.") + "$"))
                .jvmArgs(JVM.toArray(String[]::new))
                .jvmArgsAppend(how.shape().heap("-Xms"), how.shape().heap("-Xmx"), option)
                .jvmArgsPrepend(properties(turn))
                .addProfiler(InTurn.class);
        params.forEach(options::param);
        try {
            return new Runner(options.build(), new Output(turn.impl(), progress)).run();
        } catch (RunnerException e) {
            progress.fail(turn.impl().name() + ": " + e.getMessage());
            return List.of();
        }
    }

    private String[] properties(Turn turn) {
        return Stream.of(how.properties(), turn.properties())
                .flatMap(properties -> properties.entrySet().stream())
                .map(p -> "-D" + p.getKey() + "=" + p.getValue())
                .toArray(String[]::new);
    }

    private Measurement time(Impl impl, List<RunResult> rounds) {
        RunResult first = rounds.getFirst();
        double[] scores = iterations(rounds)
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
        return new Measurement(
                how.suite(),
                row(),
                params,
                impl.name(),
                impl.version(),
                first.getPrimaryResult().getScoreUnit(),
                Stats.median(scores),
                Stats.error(scores),
                first.getParams().getMode() == Mode.Throughput,
                Arrays.stream(scores).boxed().toList());
    }

    private Measurement extra(Jmh.Extra extra, Impl impl, List<RunResult> rounds) {
        double[] scores = iterations(rounds)
                .flatMap(iteration -> iteration.getSecondaryResults().entrySet().stream())
                .filter(secondary -> secondary.getKey().equals(extra.label()))
                .mapToDouble(secondary -> extra.rounded(secondary.getValue().getScore()))
                .toArray();
        return new Measurement(
                how.suite(),
                row() + ", " + extra.row(),
                params,
                impl.name(),
                impl.version(),
                extra.unit(),
                Stats.median(scores),
                Stats.error(scores),
                false,
                List.of());
    }

    private static Stream<IterationResult> iterations(List<RunResult> rounds) {
        return rounds.stream()
                .flatMap(round -> round.getBenchmarkResults().stream())
                .flatMap(fork -> fork.getIterationResults().stream());
    }

    /** Keeps what JMH prints, in case that the measurement fails. */
    private static final class Output extends Silent {
        private final Impl impl;
        private final Progress progress;
        private final StringBuilder printed = new StringBuilder();

        Output(Impl impl, Progress progress) {
            this.impl = impl;
            this.progress = progress;
        }

        @Override
        public void startBenchmark(BenchmarkParams how) {
            printed.setLength(0);
        }

        @Override
        public void endBenchmark(BenchmarkResult result) {
            if (result == null) {
                progress.fail(impl.name() + ":\n" + printed);
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
