package dev.weir.lab;

import dev.weir.lab.footprint.ByteCode;
import dev.weir.lab.footprint.Probe;
import dev.weir.lab.footprint.SourceCode;
import dev.weir.lab.footprint.Subject;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What each library costs: allocation, idle pipelines, a cold start, classes and code, jars and sources. */
final class Footprint implements Suite {
    private static final double PROBE_SECONDS = 1.5;
    private static final double COLD_SECONDS = 0.5;
    private static final String BYTES = "bytes";
    private static final Map<String, String> ROWS = Map.of(
            "subscribe", "allocated per subscribe",
            "item", "allocated per item",
            "idle", "heap per idle pipeline",
            "cold", "first item in a cold JVM",
            "metaspace", "metaspace after 30 pipelines",
            "codecache", "code cache after 30 pipelines",
            "classes", "classes after 30 pipelines");
    private static final List<String> PROBES = List.of("allocation", "idle", "code", "cold");

    @Override
    public String name() {
        return "footprint";
    }

    @Override
    public double expected(Settings settings) {
        return impls().size()
                * PROBES.stream().mapToDouble(probe -> seconds(probe, settings)).sum();
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        List<Measurement> measurements = new ArrayList<>();
        for (String probe : PROBES) {
            for (String impl : impls()) {
                progress.begin("footprint: " + probe + ", " + Impl.of(impl).name());
                measurements.addAll(probe(probe, impl, runs(probe, settings)));
                progress.end(seconds(probe, settings));
            }
        }
        measurements.addAll(perCopy(measurements));
        measurements.addAll(jars());
        measurements.addAll(sources());
        return measurements;
    }

    private static List<String> impls() {
        return List.of("weir", "weirUntailored", "reactor", "rxjava", "mutiny");
    }

    private static double seconds(String probe, Settings settings) {
        return runs(probe, settings) * (probe.equals("cold") ? COLD_SECONDS : PROBE_SECONDS);
    }

    private static int runs(String probe, Settings settings) {
        return probe.equals("cold") ? (settings.quick() ? 5 : 20) : probe.equals("idle") || settings.quick() ? 1 : 3;
    }

    private static List<Measurement> probe(String probe, String impl, int runs) throws Exception {
        Map<String, List<Double>> figures = new LinkedHashMap<>();
        for (int i = 0; i < runs; i++) {
            for (String line : output(probe, impl)) {
                String[] parts = line.split(" ");
                figures.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(Double.valueOf(parts[1]));
            }
        }
        return figures.entrySet().stream()
                .map(figure -> measurement(figure.getKey(), impl, figure.getValue()))
                .toList();
    }

    private static Measurement measurement(String figure, String impl, List<Double> values) {
        double median =
                Stats.median(values.stream().mapToDouble(Double::doubleValue).toArray());
        boolean time = figure.equals("cold");
        String unit = time ? "ms" : figure.equals("classes") ? "classes" : BYTES;
        return of(ROWS.get(figure), impl, unit, median, time ? values : List.of());
    }

    private static Measurement of(String row, String impl, String unit, double score, List<Double> samples) {
        Impl who = Impl.of(impl);
        return new Measurement(
                "footprint", row, Map.of(), who.name(), who.version(), unit, score, null, false, samples);
    }

    private static List<String> output(String probe, String impl) throws Exception {
        boolean untailored = impl.equals("weirUntailored");
        String subject = untailored ? "WEIR" : impl.toUpperCase(Locale.ROOT);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms2g",
                        "-Xmx2g",
                        "-XX:+UseSerialGC",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dweir.tailor" + (untailored ? "=off" : ".lab=on"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName(),
                        probe,
                        subject)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the probe " + probe + " of " + impl + " failed");
        }
        return output.lines()
                .filter(line -> ROWS.containsKey(line.split(" ")[0]))
                .toList();
    }

    /** What one private copy of a class costs: the difference between tailoring on and off. */
    private static List<Measurement> perCopy(List<Measurement> all) {
        double copies = difference(all, "classes");
        if (copies < 1) {
            return List.of();
        }
        return Stream.of("metaspace", "codecache")
                .map(pool -> of(
                        pool.equals("metaspace") ? "metaspace per tailored class" : "code cache per tailored class",
                        "weir",
                        BYTES,
                        difference(all, pool) / copies,
                        List.of()))
                .toList();
    }

    private static double difference(List<Measurement> all, String figure) {
        return score(all, figure, Impl.of("weir").name())
                - score(all, figure, Impl.of("weirUntailored").name());
    }

    private static double score(List<Measurement> all, String figure, String impl) {
        return all.stream()
                .filter(m -> m.row().equals(ROWS.get(figure)) && m.impl().equals(impl))
                .findFirst()
                .orElseThrow()
                .score();
    }

    private static List<Measurement> jars() throws IOException, URISyntaxException {
        List<Measurement> jars = new ArrayList<>();
        for (Map.Entry<String, Class<?>> library : libraries().entrySet()) {
            Path jar = Path.of(library.getValue()
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isRegularFile(jar)) {
                ByteCode code = ByteCode.of(jar);
                jars.add(of("jar", library.getKey(), BYTES, Files.size(jar), List.of()));
                jars.add(of("compiled classes", library.getKey(), "classes", code.classes(), List.of()));
                jars.add(of("compiled lines", library.getKey(), "lines", code.lines(), List.of()));
                jars.add(of("compiled branches", library.getKey(), "branches", code.branches(), List.of()));
            }
        }
        return jars;
    }

    private static Map<String, Class<?>> libraries() {
        Map<String, Class<?>> libraries = new LinkedHashMap<>();
        libraries.put("weir", dev.weir.Many.class);
        libraries.put("reactor", reactor.core.publisher.Flux.class);
        libraries.put("rxjava", io.reactivex.rxjava3.core.Flowable.class);
        libraries.put("mutiny", io.smallrye.mutiny.Multi.class);
        libraries.put("pekko", org.apache.pekko.stream.javadsl.Source.class);
        return libraries;
    }

    /** Table 1 of the REBLS'21 paper, for the sources that there are. */
    private static List<Measurement> sources() throws IOException {
        List<Measurement> rows = new ArrayList<>();
        for (Subject subject : Subject.values()) {
            String impl = subject.name().toLowerCase(Locale.ROOT);
            String place = System.getProperty("weir.lab.sources." + impl, "");
            if (!place.isEmpty() && Files.exists(Path.of(place))) {
                SourceCode code = SourceCode.of(Path.of(place));
                rows.add(of("source lines", impl, "lines", code.lines(), List.of()));
                rows.add(of("source files", impl, "files", code.files(), List.of()));
                rows.add(of("source complexity", impl, "decisions", code.complexity(), List.of()));
                rows.add(of("source complexity density", impl, "decisions in 1,000 lines", code.density(), List.of()));
            }
        }
        return rows;
    }
}
