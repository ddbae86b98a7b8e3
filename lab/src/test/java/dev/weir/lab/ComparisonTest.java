package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
        assertEquals(2, map.lead(Impl.Kind.PEER).orElseThrow().times());
        assertEquals(0.4, map.lead(Impl.Kind.BASELINE).orElseThrow().times());
    }

    @Test
    void takesLessForBetterWhereItIs() {
        Comparison file = Comparison.of(ROWS).getLast();
        assertEquals(0.5, file.lead(Impl.Kind.PEER).orElseThrow().times());
        assertEquals(Optional.empty(), file.lead(Impl.Kind.BASELINE));
    }

    @Test
    void whatAllocatesNothingHasNoRatioButIsNoReasonToCompareNoOther() {
        Comparison bytes = Comparison.of(List.of(bytes("weir", 200), bytes("rxjava", 100), bytes("loop", 0)))
                .getFirst();
        assertEquals(0.5, bytes.lead(Impl.Kind.PEER).orElseThrow().times());
        assertEquals(Optional.empty(), bytes.lead(Impl.Kind.BASELINE));
    }

    private static Measurement bytes(String impl, double score) {
        return new Measurement(
                "small", "map, bytes", Map.of(), impl, "1", "bytes allocated per run", score, null, false, List.of());
    }

    @Test
    void sumsUpASuite() {
        List<Measurement> all = new ArrayList<>(ROWS);
        all.addAll(List.of(bytes("weir", 200), bytes("rxjava", 100)));
        List<Summary> summaries = Summary.of(Comparison.of(all));
        Summary times = summaries.getFirst();
        assertEquals(List.of(1, 0, 1), List.of(times.won(), times.even(), times.lost()));
        assertEquals(1.0, times.geometricMean(), 1e-9);
        assertEquals(1.25, times.median(), 1e-9);
        assertEquals("bytes allocated: 0.50× geometric mean, 0.50× median, 0 of 1 rows won", "" + summaries.getLast());
        assertEquals("no row has both Weir and a peer", Summary.told(Comparison.of(ROWS.subList(5, 6))));
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
        assertTrue(table.contains("weir is 2.00× (1.96 to 2.04)"), table);
        assertTrue(table.contains("1.00× geometric mean, 1.25× median, 1 of 2 rows won"), table);
    }
}
