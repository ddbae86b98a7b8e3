package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.lab.load.H2Load;
import dev.weir.lab.load.Latencies;
import dev.weir.lab.load.Load;
import dev.weir.lab.load.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PairedTest {
    private static final Paired.Row ROW = Paired.Row.of("http, paired", 100, 1, Set.of());
    private static final List<Peer> PEERS = List.of(Peer.http("netty", "netty-http"), Peer.http("weir", "weir-http"));

    private static final Paired.Row H2 =
            new Paired.Row("h2", wrk -> new H2Load(10, 32), Paired.Counted.REQUESTS, true, Set.of());

    private final Figures figures = new Figures("c10k");

    private static Settings settings(Part part) {
        return new Settings(true, Path.of("text"), "", part, Optional.empty());
    }

    private static Paired paired(Paired.Row row, Settings settings) {
        return Paired.of(PEERS, List.of(row), Paired.Told.NOTHING, settings);
    }

    private static Sample costing(double micros) {
        return new Sample(new Load(1_000_000, 1, 1, 0, new Latencies()), micros, 20, 1, 100, 1);
    }

    private Map<String, Measurement> of(String impl) {
        return figures.measurements().stream()
                .filter(m -> m.impl().equals(impl))
                .collect(Collectors.toMap(Measurement::row, Function.identity()));
    }

    @Test
    void eachTurnIsComparedWithThatOfNetty() {
        Paired.add(ROW, Map.of("netty", costing(8), "weir", costing(4)), figures);
        Paired.add(ROW, Map.of("netty", costing(80), "weir", costing(60)), figures); // something else ran
        Paired.add(ROW, Map.of("netty", costing(10), "weir", costing(6)), figures);
        Measurement cpu = of("weir").get("http, paired: CPU");
        assertEquals(6, cpu.score());
        assertEquals(List.of(4.0, 60.0, 6.0), cpu.samples());
        Measurement times = of("weir").get("http, paired: CPU by that of netty");
        assertEquals(0.6, times.score());
        assertEquals(List.of(0.5, 0.75, 0.6), times.samples());
        assertEquals(1, of("netty").get("http, paired: CPU by that of netty").score());
    }

    @Test
    void withoutNettyThereIsNothingToCompareWith() {
        Paired.add(ROW, Map.of("weir", costing(4)), figures);
        assertTrue(of("weir").containsKey("http, paired: CPU"));
        assertTrue(of("weir").keySet().stream().noneMatch(row -> row.contains("by that of")));
    }

    @Test
    void bodiesAreToldByTheirSize() {
        Paired.Row bodies = new Paired.Row(
                "bodies", wrk -> new H2Load(1, 1), Paired.Counted.bodies("/download/10", 10), false, Set.of());
        Paired.add(bodies, Map.of("weir", costing(4_000)), figures); // 4 ms for ten megabytes
        Measurement cpu = of("weir").get("bodies: CPU");
        assertEquals("ms/GB", cpu.unit());
        assertEquals(400, cpu.score());
        assertEquals(10_000_000, of("weir").get("bodies: throughput").score());
    }

    @Test
    void tellsHowLateAnswersAreWhereTheRowSaysSo() {
        Latencies latencies = new Latencies();
        latencies.add(1_000, 98);
        latencies.add(20_000, 2);
        Sample late = new Sample(new Load(100, 1, 1, 0, latencies), 1, 20, 1, 10, 1);
        Paired.add(H2, Map.of("weir", late), figures);
        Paired.add(ROW, Map.of("weir", late), figures);
        assertEquals(20, of("weir").get("h2: p99").score());
        assertFalse(of("weir").containsKey("http, paired: p99"));
    }

    @Test
    void startsNoServerForNoRow() {
        Settings others = settings(new Part(List.of(), List.of("idle"), List.of()));
        assertEquals(0, paired(ROW, others).expected());
        Settings all = settings(Part.ALL);
        assertEquals(PEERS, paired(ROW, all).peers());
        assertEquals(2 + 2 * 9, paired(ROW, all).expected());
        Paired.Row half = Paired.Row.of("half, paired", 100, 16, Set.of("weir"));
        assertEquals(2 + 9, paired(half, all).expected());
    }
}
