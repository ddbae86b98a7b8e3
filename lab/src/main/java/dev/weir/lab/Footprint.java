package dev.weir.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What each library costs: allocation, idle pipelines, a cold start, classes and code, jars and sources. */
final class Footprint implements Suite {
    private static final double CODE_SECONDS = 2;
    private static final String METASPACE = "metaspace after 30 pipelines";
    private static final String CODE_CACHE = "code cache after 30 pipelines";
    private static final String CLASSES = "classes after 30 pipelines";
    private static final List<String> LIBRARIES = List.of("weir", Probes.UNTAILORED, "reactor", "rxjava", "mutiny");
    private static final List<Probes> PROBES = List.of(
            new Probes(
                    "allocation",
                    5,
                    15,
                    2,
                    256,
                    LIBRARIES,
                    List.of(
                            Probes.Figure.bytes("subscribe", "allocated per subscribe"),
                            Probes.Figure.bytes("item", "allocated per item"))),
            new Probes(
                    "idle",
                    1,
                    3,
                    1.5,
                    2_048,
                    LIBRARIES,
                    List.of(Probes.Figure.bytes("idle", "heap per idle pipeline"))),
            new Probes(
                    "code",
                    1,
                    5,
                    1.5,
                    256,
                    LIBRARIES,
                    List.of(
                            Probes.Figure.bytes("metaspace", METASPACE),
                            Probes.Figure.bytes("codecache", CODE_CACHE),
                            new Probes.Figure("classes", CLASSES, "classes"))),
            new Probes(
                    "cold",
                    25,
                    51,
                    0.25,
                    64,
                    Stream.concat(LIBRARIES.stream(), Stream.of("streams")).toList(),
                    List.of(new Probes.Figure("cold", "first item in a cold JVM", "ms"))));

    @Override
    public String name() {
        return "footprint";
    }

    @Override
    public List<String> titles(Settings settings) {
        return Stream.concat(PROBES.stream().flatMap(probe -> probe.rows().stream()), CodeSize.ROWS.stream())
                .filter(settings.part()::wants)
                .toList();
    }

    private static List<Probes> probes(Settings settings) {
        return PROBES.stream().map(probe -> probe.part(settings.part())).toList();
    }

    private static boolean wantsCode(Settings settings) {
        return CodeSize.ROWS.stream().anyMatch(settings.part()::wants);
    }

    @Override
    public double expected(Settings settings) {
        return probes(settings).stream()
                        .mapToDouble(probe -> probe.expected(settings))
                        .sum()
                + (wantsCode(settings) ? CODE_SECONDS : 0);
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        for (Probes probe : probes(settings)) {
            measurements.addAll(probe.run(settings, progress));
            progress.keep(List.copyOf(measurements));
        }
        measurements.addAll(perCopy(measurements));
        if (wantsCode(settings)) {
            progress.begin("footprint: jars and sources");
            measurements.addAll(CodeSize.measure());
            progress.end(CODE_SECONDS);
        }
        Part part = settings.part();
        return measurements.stream()
                .filter(m -> part.wantsPeer(m.impl()) && part.wants(m.row()))
                .toList();
    }

    /** What one private copy of a class costs: the difference between tailoring on and off. */
    private static List<Measurement> perCopy(List<Measurement> all) {
        double copies = difference(all, CLASSES);
        return !(copies >= 1)
                ? List.of()
                : Stream.of(METASPACE, CODE_CACHE)
                        .map(row -> of(
                                row.replace("after 30 pipelines", "per tailored class"),
                                "weir",
                                "bytes",
                                difference(all, row) / copies,
                                List.of()))
                        .toList();
    }

    /** Between tailoring on and off; not a number if one of them was not measured. */
    private static double difference(List<Measurement> all, String row) {
        return score(all, row, "weir") - score(all, row, Probes.UNTAILORED);
    }

    private static double score(List<Measurement> all, String row, String impl) {
        return all.stream()
                .filter(m ->
                        m.row().equals(row) && m.impl().equals(Impl.of(impl).name()))
                .mapToDouble(Measurement::score)
                .findFirst()
                .orElse(Double.NaN);
    }

    static Measurement of(String row, String impl, String unit, double score, List<Double> samples) {
        Impl who = Impl.of(impl);
        return new Measurement(
                "footprint", row, Map.of(), who.name(), who.version(), unit, score, null, false, samples);
    }
}
