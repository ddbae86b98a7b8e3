package dev.weir.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

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
        Map<String, List<String>> params,
        Map<String, String> properties,
        List<Extra> besides) {
    Jmh(String suite, String classes, Shape shape) {
        this(suite, classes, shape, Map.of(), Map.of(), List.of());
    }

    /** A secondary result of JMH; less of it is better. */
    record Extra(String label, String row, String unit) {
        /** What a run allocates, in all threads. */
        static final Extra BYTES = new Extra(InTurn.BYTES, "bytes", "bytes allocated per run");

        /** To tenths: what JMH itself allocates is much less. */
        double rounded(double score) {
            return Math.rint(score * 10) / 10;
        }
    }

    Jmh with(String property, String value) {
        Map<String, String> all = new TreeMap<>(properties);
        all.put(property, value);
        return new Jmh(suite, classes, shape, params, all, besides);
    }

    Jmh only(String param, String... values) {
        return new Jmh(suite, classes, shape, Map.of(param, List.of(values)), properties, besides);
    }

    Jmh besides(Extra extra) {
        return new Jmh(suite, classes, shape, params, properties, List.of(extra));
    }

    /** Those that are wanted, in the order of their names; a class has one for each combination of its parameters. */
    List<JmhRow> rows(Settings settings) {
        Map<String, List<BenchmarkListEntry>> found =
                BenchmarkList.defaultList()
                        .find(new Silent(), List.of("^dev\\.weir\\.lab\\." + classes + "\\."), List.of())
                        .stream()
                        .collect(Collectors.groupingBy(
                                BenchmarkListEntry::getUserClassQName, LinkedHashMap::new, Collectors.toList()));
        return found.values().stream().flatMap(row -> rows(row, settings)).toList();
    }

    private Stream<JmhRow> rows(Collection<BenchmarkListEntry> row, Settings settings) {
        Part part = settings.part();
        Map<String, String[]> declared = row.iterator().next().getParams().orElse(Map.of());
        List<String> benchmarks = row.stream()
                .map(BenchmarkListEntry::getUsername)
                .filter(name -> part.wantsPeer(Impl.of(Names.method(name)).name()))
                .toList();
        return combinations(declared).stream()
                .map(values -> new JmhRow(this, values, benchmarks, settings.against()))
                .filter(wanted -> !benchmarks.isEmpty() && part.wants(wanted.title()));
    }

    private List<Map<String, String>> combinations(Map<String, String[]> declared) {
        List<Map<String, String>> all = List.of(Map.of());
        for (Map.Entry<String, String[]> param : new TreeMap<>(declared).entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> some : all) {
                for (String value : params.getOrDefault(param.getKey(), List.of(param.getValue()))) {
                    Map<String, String> one = new TreeMap<>(some);
                    one.put(param.getKey(), value);
                    longer.add(one);
                }
            }
            all = longer;
        }
        return all;
    }
}
