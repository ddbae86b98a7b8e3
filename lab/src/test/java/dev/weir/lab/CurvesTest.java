package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurvesTest {
    private static Measurement throughput(String impl, int connections, double score) {
        return of("at once: throughput", impl, connections, "requests/s", score);
    }

    private static Measurement of(String row, String impl, int connections, String unit, double score) {
        Map<String, String> params = Map.of("connections", String.valueOf(connections));
        return new Measurement("c10k", row, params, impl, "1", unit, score, null, true, List.of());
    }

    @Test
    void areRowsOverTheNumberOfConnections() {
        List<Comparison> rows = Comparison.of(List.of(
                throughput("vertx", 1, 10),
                throughput("weir", 1, 20),
                throughput("netty", 1, 30),
                throughput("weir", 100, 2_000),
                of("pipelined: throughput", "weir", 100, "requests/s", 1)));
        Map<String, Curves> curves = Curves.among(rows);
        assertEquals(List.of("at once: throughput"), List.copyOf(curves.keySet()));
        assertEquals(
                List.of("weir", "vertx", "netty"),
                curves.get("at once: throughput").impls());
    }

    @Test
    void areTablesAndDrawings() {
        List<Measurement> all =
                List.of(throughput("vertx", 1, 10), throughput("weir", 1, 20), throughput("weir", 10_000, 2_000));
        String table = Table.of("c10k", all);
        assertTrue(table.contains("connections                         1       10,000\n"), table);
        assertTrue(table.contains("weir                            20.00        2,000\n"), table);
        assertTrue(table.contains("vertx                           10.00"), table);
        String svg = Lines.of(Curves.among(Comparison.of(all)).get("at once: throughput"));
        assertTrue(svg.contains("class=\"curve ours\""), svg);
        assertTrue(svg.contains(">10k<"), svg);
    }

    @Test
    void errorsAndThreadsAreNoContest() {
        Comparison errors = Comparison.of(
                        List.of(of("errors", "weir", 1, "errors", 1), of("errors", "vertx", 1, "errors", 2)))
                .getFirst();
        assertFalse(errors.isContest());
        assertTrue(errors.lead(Impl.Kind.PEER).isEmpty());
    }

    @Test
    void whatIsTheSameForAllIsNotDrawn() {
        Measurement one = of("processes", "weir", 1, "processes", 1);
        Measurement same = of("processes", "vertx", 1, "processes", 1);
        Measurement more = of("processes", "vertx", 1, "processes", 2);
        assertFalse(Comparison.of(List.of(one, same)).getFirst().isTelling());
        assertTrue(Comparison.of(List.of(one, more)).getFirst().isTelling());
        assertTrue(Comparison.of(List.of(throughput("weir", 1, 10))).getFirst().isTelling());
    }

    @Test
    void axesAreLabelledShortly() {
        assertEquals("0", Format.brief(0));
        assertEquals("0.5", Format.brief(0.5));
        assertEquals("100", Format.brief(100));
        assertEquals("2.5k", Format.brief(2_500));
        assertEquals("140k", Format.brief(140_000));
        assertEquals("1.5M", Format.brief(1_500_000));
    }

    @Test
    void manyConnectionsHaveMoreTime() {
        Pace pace = new Pace(1, 2, 2);
        assertEquals(2, pace.time(1_000));
        assertEquals(6, pace.time(10_000));
        assertEquals(22, pace.time(50_000));
    }

    @Test
    void axesAreLogarithmic() {
        LogAxis axis = new LogAxis(1, 10_000, 0, 400);
        assertEquals(0, axis.at(1));
        assertEquals(100, axis.at(10), 1e-9);
        assertEquals(400, axis.at(10_000), 1e-9);
        assertEquals(List.of(1.0, 10.0, 100.0, 1_000.0, 10_000.0), axis.ticks());
    }
}
