package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    @Test
    void writesTablesForDocuments() {
        String text = Markdown.of(
                Map.of(
                        "rebls",
                        List.of(
                                Sample.throughput("many map", "weir", 182_512),
                                Sample.throughput("many map", "reactor", 91_256),
                                Sample.throughput("many map", "weir, named", 182_512),
                                Sample.throughput("many map", "loop", 3_650_240))),
                "On a Monday.");
        assertTrue(text.startsWith("On a Monday.\n\n## rebls\n"), text);
        assertTrue(
                text.contains(
                        "| many map | ops/s | 182.5 k | 1.0 % | reactor 91.3 k | 2.00 | 1.96 to 2.04 | loop 0.05 |"),
                text);
        assertTrue(text.contains("| many map | weir, named 1.00 |"), text);
        assertTrue(text.contains("Against the best peer of each row: 2.00× geometric mean"), text);
    }

    @Test
    void writesNumbersOfThreeDigits() {
        assertEquals(
                List.of("0", "0.78", "14.2", "8275", "12.9 k", "91.9 M"),
                List.of(0.0, 0.78, 14.2, 8_275.0, 12_900.0, 91_900_000.0).stream()
                        .map(Format::compact)
                        .toList());
    }

    @Test
    void writesCurvesOverTheNumberOfConnections() {
        Measurement one = connected(1, 10);
        String text = Markdown.of(Map.of("c10k", List.of(one, connected(10_000, 2_000))), "");
        assertTrue(
                text.contains("| http: throughput, requests/s | 1 | 10,000 |\n|---|---:|---:|\n| weir | 10.0 | 2000 |"),
                text);
    }

    private static Measurement connected(int connections, double score) {
        return new Measurement(
                "c10k",
                "http: throughput",
                Map.of(Comparison.CONNECTIONS, "" + connections),
                "weir",
                "1",
                "requests/s",
                score,
                null,
                true,
                List.of());
    }
}
