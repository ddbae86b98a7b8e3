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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        assertTrue(page.contains("<td class=\"lead strong\" data-name=\"reactor\">"), page);
        assertTrue(page.contains("<td class=\"trail strong\" data-name=\"loop\">"), page);
        assertTrue(page.contains("title=\"many map: 2.00× reactor (1.96 to 2.04)\""), page);
        assertTrue(page.contains("box plot") && page.contains("file lines, histogram"), page);
        assertTrue(page.contains("a few, box plot") && !page.contains("a few, histogram"), page);
        assertFalse(page.contains("http"), page);
        assertFalse(page.contains("NaN"), page);
    }

    @Test
    void aDifferenceWithinTheErrorsHasNoColour(@TempDir Path directory) throws IOException {
        Measurement ours =
                new Measurement("sync", "hops", Map.of(), "weir", "1", "ops/s", 23_895, 26_604.0, true, List.of());
        Measurement peer =
                new Measurement("sync", "hops", Map.of(), "rxjava", "1", "ops/s", 17_735, 20_006.0, true, List.of());
        Report.write(directory, Map.of("sync", List.of(ours, peer)), "");
        String page = Files.readString(directory.resolve("index.html"));
        assertTrue(page.contains("<td class=\"\" data-name=\"rxjava\">"), page);
        assertTrue(page.contains("0 of 1 rows won, 1 within the errors"), page);
    }

    @Test
    void errorBarsStayOnTheAxis() {
        Measurement ours = new Measurement("sync", "hops", Map.of(), "weir", "1", "ops/s", 100, 150.0, true, List.of());
        Measurement loop = new Measurement("sync", "hops", Map.of(), "loop", "1", "ops/s", 360, 100.0, true, List.of());
        String svg = Bars.of(Comparison.of(List.of(ours, loop)).getFirst());
        double end = Svg.WIDTH - 95;
        Matcher ends = Pattern.compile("x2=\"([0-9.]+)\"").matcher(svg);
        while (ends.find()) {
            assertTrue(Double.parseDouble(ends.group(1)) <= end, svg);
        }
    }
}
