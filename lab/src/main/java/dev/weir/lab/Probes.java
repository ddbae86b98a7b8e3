package dev.weir.lab;

import dev.weir.lab.footprint.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that is measured in JVMs of its own, those of all libraries in turn.
 *
 * @param probe what a JVM is told to measure
 * @param quick how many JVMs each library has in a quick run
 * @param full how many in a full run
 * @param seconds what one of them may take
 * @param heap in megabytes
 */
record Probes(String probe, int quick, int full, double seconds, int heap, List<String> impls, List<Figure> figures) {
    /** Up to so many megabytes are touched before anything is measured, since that may take longer than anything else. */
    private static final int TOUCHED = 256;

    static final String UNTAILORED = "weirUntailored";

    /** What a JVM prints, and the row that it becomes. */
    record Figure(String name, String row, String unit) {
        static Figure bytes(String name, String row) {
            return new Figure(name, row, "bytes");
        }
    }

    private record Key(String impl, String figure) {}

    List<String> rows() {
        return figures.stream().map(Figure::row).toList();
    }

    /** With those implementations only that are wanted; with none, if none of the rows is. */
    Probes part(Part part) {
        List<String> wanted = impls.stream()
                .filter(impl ->
                        part.wantsPeer(Impl.of(impl).name()) && rows().stream().anyMatch(part::wants))
                .toList();
        return new Probes(probe, quick, full, seconds, heap, wanted, figures);
    }

    private int count(Settings settings) {
        return settings.quick() ? quick : full;
    }

    double expected(Settings settings) {
        return impls.size() * count(settings) * seconds;
    }

    List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Map<Key, List<Double>> printed = new HashMap<>();
        Order<String> order = new Order<>();
        for (int round = 0; round < count(settings); round++) {
            for (String impl : order.of(impls)) {
                progress.begin("footprint: %s, %s, %d of %d"
                        .formatted(probe, Impl.of(impl).name(), round + 1, count(settings)));
                for (String line : output(impl)) {
                    String[] parts = line.split(" ");
                    printed.computeIfAbsent(new Key(impl, parts[0]), key -> new ArrayList<>())
                            .add(Double.valueOf(parts[1]));
                }
                progress.end(seconds);
            }
        }
        return figures.stream()
                .flatMap(figure -> impls.stream()
                        .map(impl -> measurement(figure, impl, printed.get(new Key(impl, figure.name())))))
                .toList();
    }

    private static Measurement measurement(Figure figure, String impl, List<Double> values) {
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
        return Footprint.of(
                figure.row(), impl, figure.unit(), Stats.median(all), values.size() > 1 ? values : List.of());
    }

    private List<String> output(String impl) throws IOException, InterruptedException {
        boolean untailored = impl.equals(UNTAILORED);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms" + heap + "m",
                        "-Xmx" + heap + "m",
                        (heap <= TOUCHED ? "-XX:+" : "-XX:-") + "AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dweir.tailor" + (untailored ? "=off" : ".lab=on"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName(),
                        probe,
                        untailored ? "weir" : impl)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the probe " + probe + " of " + impl + " failed");
        }
        return output.lines()
                .filter(line -> figures.stream().anyMatch(figure -> line.startsWith(figure.name() + " ")))
                .toList();
    }
}
