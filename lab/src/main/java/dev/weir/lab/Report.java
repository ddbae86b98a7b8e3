package dev.weir.lab;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The files of a report: one JSON file for each suite, a page, and tables of Markdown. */
final class Report {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Report() {}

    static String json(List<Measurement> measurements) throws IOException {
        return JSON.writeValueAsString(measurements) + "\n";
    }

    static void write(Path directory, Map<String, List<Measurement>> suites, String conditions) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, List<Measurement>> suite : suites.entrySet()) {
            Files.writeString(directory.resolve(suite.getKey() + ".json"), json(suite.getValue()));
        }
        Files.writeString(directory.resolve("report.md"), Markdown.of(suites, conditions));
        Files.writeString(directory.resolve("index.html"), Page.of(suites, conditions));
    }
}
