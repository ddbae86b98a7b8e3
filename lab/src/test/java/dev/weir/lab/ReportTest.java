package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final List<Measurement> MEASUREMENTS = List.of(
            Sample.throughput("many map", "weir", 200),
            Sample.throughput("many map", "reactor", 100),
            Sample.throughput("many map", "loop", 1_000_000),
            Sample.time("file lines", "weir", 10.0, 11.0, 12.0, 40.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0),
            Sample.time("file lines", "rxjava", 12.0, 12.0, 13.0, 14.0, 12.0, 12.0, 12.0, 12.0, 12.0, 12.0, 12.0, 12.0),
            Sample.time("a few", "weir", 1.0, 2.0));

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void writesEachMeasurementAsAnObject() throws IOException {
        JsonNode array = new ObjectMapper().readTree(Report.json(MEASUREMENTS));
        assertEquals(6, array.size());
        assertEquals(
                List.of("suite", "row", "params", "impl", "version", "unit", "score", "error", "higherIsBetter"),
                names(array.get(0)));
        assertEquals(200, array.get(0).get("score").asDouble());
        assertTrue(array.get(0).get("params").isObject());
        assertTrue(array.get(3).get("error").isNull());
        assertFalse(array.get(3).get("higherIsBetter").asBoolean());
        assertEquals(12, array.get(3).get("samples").size());
    }

    @Test
    void writesAPageThatNeedsNothingElse(@TempDir Path directory) throws IOException {
        Report.write(directory, Map.of("rebls", MEASUREMENTS), "Just <now>.");
        assertTrue(Files.exists(directory.resolve("rebls.json")));
        String page = Files.readString(directory.resolve("index.html"));
        assertTrue(page.contains("Just &lt;now&gt;."), page);
        assertTrue(page.contains("<td class=\"lead strong\">"), page);
        assertTrue(page.contains("<td class=\"trail strong\">"), page);
        assertTrue(page.contains("box plot") && page.contains("file lines, histogram"), page);
        assertTrue(page.contains("a few, box plot") && !page.contains("a few, histogram"), page);
        assertFalse(page.contains("http"), page);
        assertFalse(page.contains("NaN"), page);
    }
}
