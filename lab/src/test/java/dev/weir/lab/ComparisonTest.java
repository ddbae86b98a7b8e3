package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final List<Measurement> ROWS = List.of(
            Sample.throughput("map", "rxjava", 50),
            Sample.throughput("map", "reactor", 80),
            Sample.throughput("map", "reactor (as published, no request)", 900),
            Sample.throughput("map", "loop", 400),
            Sample.throughput("map", "streams", 200),
            Sample.throughput("map", "weir", 160),
            Sample.time("file", "weir", 9.0, 10.0, 12.0),
            Sample.time("file", "mutiny", 4.0, 5.0, 6.0));

    @Test
    void comparesWithTheBestOfEachKind() {
        Comparison map = Comparison.of(ROWS).getFirst();
        assertEquals(
                List.of("weir", "reactor", "rxjava", "loop", "streams", "reactor (as published, no request)"),
                map.measurements().stream().map(Measurement::impl).toList());
        assertEquals(Optional.of(2.0), map.lead(Impl.Kind.PEER));
        assertEquals(Optional.of(0.4), map.lead(Impl.Kind.BASELINE));
    }

    @Test
    void takesLessForBetterWhereItIs() {
        Comparison file = Comparison.of(ROWS).getLast();
        assertEquals(Optional.of(0.5), file.lead(Impl.Kind.PEER));
        assertEquals(Optional.empty(), file.lead(Impl.Kind.BASELINE));
    }

    @Test
    void sumsUpASuite() {
        Summary summary = Summary.of(Comparison.of(ROWS));
        assertEquals(1, summary.won());
        assertEquals(2, summary.rows());
        assertEquals(1.0, summary.geometricMean(), 1e-9);
        assertEquals(1.25, summary.median(), 1e-9);
        assertEquals(
                "no row has both Weir and a peer",
                Summary.of(Comparison.of(ROWS.subList(5, 6))).toString());
    }

    @Test
    void keepsRowsOfDifferentParametersApart() {
        Measurement one = new Measurement(
                "sync", "range", Map.of("items", "1000"), "weir", "1", "ops/s", 1, null, true, List.of());
        Measurement other =
                new Measurement("sync", "range", Map.of("items", "1"), "weir", "1", "ops/s", 1, null, true, List.of());
        List<Comparison> rows = Comparison.of(List.of(one, other));
        assertEquals(2, rows.size());
        assertEquals("range (items 1,000)", rows.getFirst().title());
    }

    @Test
    void printsATable() {
        String table = Table.of("rebls", ROWS);
        assertTrue(table.contains("map, ops/s, more is better: weir is 2.00× reactor: weir is 0.40× loop"), table);
        assertTrue(table.contains("1.00× geometric mean, 1.25× median, 1 of 2 rows won"), table);
    }
}
