package dev.weir.lab;

import dev.weir.lab.footprint.ByteCode;
import dev.weir.lab.footprint.SourceCode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much code each library is, in its jar and in its sources. */
final class CodeSize {
    static final List<String> ROWS = List.of(
            "jar",
            "compiled classes",
            "compiled lines",
            "compiled branches",
            "source lines",
            "source files",
            "source complexity",
            "source complexity density");

    private CodeSize() {}

    static List<Measurement> measure() throws IOException, URISyntaxException {
        List<Measurement> rows = new ArrayList<>();
        for (Map.Entry<String, Class<?>> library : libraries().entrySet()) {
            jar(library.getKey(), library.getValue(), rows);
        }
        for (String library : libraries().keySet()) {
            sources(library, rows);
        }
        return rows;
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

    private static void jar(String impl, Class<?> member, List<Measurement> rows)
            throws IOException, URISyntaxException {
        Path jar = Path.of(
                member.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isRegularFile(jar)) {
            ByteCode code = ByteCode.of(jar);
            rows.add(of("jar", impl, "bytes", Files.size(jar)));
            rows.add(of("compiled classes", impl, "classes", code.classes()));
            rows.add(of("compiled lines", impl, "lines", code.lines()));
            rows.add(of("compiled branches", impl, "branches", code.branches()));
        }
    }

    /** Table 1 of the REBLS'21 paper, if the sources are there. */
    private static void sources(String impl, List<Measurement> rows) throws IOException {
        String place = System.getProperty("weir.lab.sources." + impl, "");
        if (!place.isEmpty() && Files.exists(Path.of(place))) {
            SourceCode code = SourceCode.of(Path.of(place));
            rows.add(of("source lines", impl, "lines", code.lines()));
            rows.add(of("source files", impl, "files", code.files()));
            rows.add(of("source complexity", impl, "decisions", code.complexity()));
            rows.add(of("source complexity density", impl, "decisions in 1,000 lines", code.density()));
        }
    }

    private static Measurement of(String row, String impl, String unit, double score) {
        return Footprint.of(row, impl, unit, score, List.of());
    }
}
