package dev.weir.lab;

import dev.weir.lab.crowded.Row;
import java.util.List;
import java.util.stream.Stream;

/** Everything that can be measured. */
final class Suites {
    static final List<Suite> ALL = List.of(
            new JmhSuite("rebls", Suites::rebls),
            new JmhSuite("sync", Suites::sync),
            new JmhSuite("small", Suites::small),
            new JmhSuite("operators", Suites::operators),
            new JmhSuite("crowded", Suites::crowded),
            new JmhSuite("crowded-operators", Suites::crowdedOperators),
            new Footprint(),
            new JmhSuite("vthreads", Suites::vthreads),
            new JmhSuite("file", Suites::files),
            new C10k(),
            new Ramp(),
            new Streaming(),
            new RSocketStreams(),
            new Databases());

    /** The rows of small, group by group. */
    private static final List<String> SMALL = List.of(
            "small\\.(FromMapReduce|ToListFlatMapMany|ConcatTakeSkip|MergeOnes|FlatMapToRange|OneFiveSteps)",
            "small\\.Handler",
            "small\\.MapFilterToList",
            "small\\.Source\\w*",
            "small\\.End\\w*",
            "small\\.Crossing\\w*",
            "small\\.Recover\\w*");

    private static final String OPERATORS = "operators\\.\\w*";

    private Suites() {}

    static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Jmh> rebls(Settings settings) {
        return List.of(
                new Jmh("rebls", "rebls\\.(One|Many)\\w*", Shape.throughput(settings.quick())),
                new Jmh("rebls", "rebls\\.(File|Http)\\w*", Shape.singleShot(settings.quick()))
                        .with("weir.lab.text", settings.text().toString())
                        .with("weir.lab.url", settings.url()));
    }

    private static List<Jmh> sync(Settings settings) {
        Jmh all = new Jmh("sync", "sync\\.\\w*", Shape.throughput(settings.quick()));
        return List.of(settings.brief() ? all.only("items", "1000") : all);
    }

    private static List<Jmh> small(Settings settings) {
        Stream<Jmh> all = assembled("small", SMALL, Shape.small(settings.quick()));
        return settings.brief()
                ? all.map(jmh -> jmh.only("items", "0", "1", "4", "16", "64")).toList() // seven are in other rows
                : all.toList();
    }

    private static List<Jmh> operators(Settings settings) {
        return assembled("operators", List.of(OPERATORS), Shape.small(settings.quick()))
                .toList();
    }

    /** Rows whose pipelines are assembled for each run. */
    private static Stream<Jmh> assembled(String suite, List<String> rows, Shape shape) {
        return rows.stream().map(row -> new Jmh(suite, row, shape).besides(Jmh.Extra.BYTES));
    }

    private static List<Jmh> crowded(Settings settings) {
        Shape shape = Shape.throughput(settings.quick()).crowded();
        Stream<Jmh> large = Stream.of("rebls\\.(One|Many)\\w*", "sync\\.Range\\w*", "crowded\\.\\w*")
                .filter(rows -> !(settings.brief() && rows.startsWith("sync")))
                .map(rows -> new Jmh("crowded", rows, shape));
        List<String> rows = settings.brief() ? SMALL.subList(0, 1) : SMALL;
        Stream<Jmh> assembled =
                assembled("crowded", rows, Shape.small(settings.quick()).crowded());
        return inCrowd(Stream.concat(large, assembled));
    }

    private static List<Jmh> crowdedOperators(Settings settings) {
        String rows = settings.brief() ? "operators\\.(Gather|SwitchMap|OneEmitter)" : OPERATORS;
        Shape shape = Shape.small(settings.quick()).crowded();
        return inCrowd(assembled("crowded-operators", List.of(rows), shape));
    }

    private static List<Jmh> inCrowd(Stream<Jmh> rows) {
        return rows.map(jmh -> jmh.with(Row.CROWDED, "true")).toList();
    }

    private static List<Jmh> vthreads(Settings settings) {
        return List.of(
                new Jmh("vthreads", "vthreads\\.\\w*", Shape.throughput(settings.quick())).besides(Jmh.Extra.BYTES));
    }

    private static List<Jmh> files(Settings settings) {
        Shape shape = Shape.singleShot(settings.quick());
        Jmh read = new Jmh("file", "file\\.\\w*OfText", shape).only("copies", "1");
        Jmh large = new Jmh("file", "file\\.\\w*OfText", Shape.large()).only("copies", "100");
        Jmh written = new Jmh("file", "file\\.\\w*IntoFile", shape);
        return (settings.brief() ? Stream.of(read, written) : Stream.of(read, large, written))
                .map(jmh -> jmh.with("weir.lab.text", settings.text().toString()))
                .toList();
    }
}
