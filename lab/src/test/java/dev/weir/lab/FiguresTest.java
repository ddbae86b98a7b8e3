package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.lab.load.Latencies;
import dev.weir.lab.load.Load;
import dev.weir.lab.load.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private final Figures figures = new Figures("c10k");

    private void add(double score) {
        figures.add("a row", Map.of(), "weir", "ms", false, score);
    }

    @Test
    void severalRoundsHaveTheirMedian() {
        add(3);
        add(1);
        add(2);
        Measurement measurement = figures.measurements().getFirst();
        assertEquals(2, measurement.score());
        assertEquals("c10k", measurement.suite());
        assertEquals(Impl.Kind.OURS, measurement.kind());
    }

    @Test
    void errorsOfOneRoundAreNotLost() {
        for (long errors : List.of(0L, 3_000L, 0L)) {
            Load load = new Load(1_000, 100_000, 2, errors, new Latencies());
            figures.load("http at once", Map.of(), "weir", new Sample(load, 0.01, 20, 1_000_000, 100, 1));
        }
        assertEquals(3_000, scores().get("http at once: errors"));
        assertEquals(500, scores().get("http at once: throughput"));
    }

    private Map<String, Double> scores() {
        return figures.measurements().stream().collect(Collectors.toMap(Measurement::row, Measurement::score));
    }

    @Test
    void whatIsNoNumberIsLeftOut() {
        add(Double.NaN);
        add(Double.POSITIVE_INFINITY);
        assertEquals(List.of(), figures.measurements());
    }

    @Test
    void aSpreadKeepsAllThatWereAdded() {
        figures.addToSpread("a row", "weir", "ms", false, 3);
        figures.addToSpread("a row", "weir", "ms", false, 1);
        figures.addToSpread("a row", "weir", "ms", false, Double.NaN);
        Measurement measurement = figures.measurements().getFirst();
        assertEquals(List.of(3.0, 1.0), measurement.samples());
        assertEquals("1.000 to 3.000", Format.error(measurement));
    }

    @Test
    void aLoadHasItsCostByRequest() {
        Latencies latencies = new Latencies();
        latencies.add(1_500, 100);
        Sample sample = new Sample(new Load(1_000, 100_000, 2, 0, latencies), 0.01, 20, 1_000_000, 100, 1);
        figures.load("http at once", Map.of(), "weir", sample);
        Map<String, Double> scores = scores();
        assertEquals(500, scores.get("http at once: throughput"));
        assertEquals(10, scores.get("http at once: CPU"), 1e-9);
        assertEquals(1.5, scores.get("http at once: p99"));
        assertEquals(0, scores.get("http at once: errors"));
    }

    @Test
    void samplesInTurnAddWhatTheyCostAndKeepTheMost() {
        Load load = new Load(10, 100, 2, 1, new Latencies());
        Sample both = new Sample(load, 1, 20, 3_000, 90, 1).then(new Sample(load, 2, 10, 4_000, 100, 3));
        assertEquals(new Sample(both.load(), 3, 20, 4_000, 100, 3), both);
        assertEquals(4, both.load().seconds());
    }

    @Test
    void loadsInTurnAddTheirTime() {
        Load load = new Load(10, 100, 2, 1, new Latencies());
        assertEquals(4, load.and(load, true).seconds());
        assertEquals(2, load.and(load, false).seconds());
        assertEquals(20, load.and(load, false).requests());
        assertEquals(2, load.and(load, false).errors());
    }
}
