package dev.weir.lab;

import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.WorkerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What it takes to receive streams: clients, each in a JVM of its own, of one server that is the same for all. */
final class StreamReceivers {
    private static final int IDLE_CONNECTIONS = 2_000;
    private static final int IDLE_STREAMS = 100;
    private static final String IDLE = "idle at a client";
    private static final double RATE = 20_000;
    private static final double START_SECONDS = 4;
    private static final double WARMUP_SECONDS = 4;
    private static final int TURNS = 3;

    private record Row(String name, int burst, int size) {}

    private StreamReceivers() {}

    private static List<Row> rows(Settings settings) {
        List<Row> rows = List.of(
                new Row("received, 128 bytes", 1, 128),
                new Row("received, 1024 bytes", 1, 1024),
                new Row("received, batches of 10, 128 bytes", 10, 128));
        return rows.stream()
                .filter(row -> settings.part().wants(row.name()))
                .limit(settings.brief() ? 1 : rows.size())
                .toList();
    }

    static Stream<String> titles(Settings settings) {
        return Stream.concat(rows(settings).stream().map(Row::name), Stream.of(IDLE));
    }

    private static double turn(Settings settings) {
        return settings.quick() ? 1 : 4;
    }

    private static double seconds(Settings settings) {
        return START_SECONDS + WARMUP_SECONDS + TURNS * turn(settings);
    }

    static double expected(Settings settings, List<Peer> peers) {
        double idle = settings.part().wants(IDLE) ? 3 * START_SECONDS : 0;
        return peers.size() * (rows(settings).size() * seconds(settings) + idle);
    }

    static void run(Peer sender, List<Peer> peers, Settings settings, Progress progress, Figures figures)
            throws Exception {
        for (Row row : rows(settings)) {
            for (Peer peer : peers) {
                progress.attempt(
                        "rsocket: " + row.name() + ", " + peer.impl(),
                        seconds(settings),
                        () -> measure(row, sender, peer, settings, figures));
                progress.keep(figures.measurements());
            }
        }
        for (Peer peer : settings.part().wants(IDLE) ? peers : List.<Peer>of()) {
            progress.attempt(
                    "rsocket: " + IDLE + ", " + peer.impl(), 3 * START_SECONDS, () -> idle(sender, peer, figures));
        }
    }

    private static WorkerProcess start(
            Peer peer, ServerProcess server, int connections, int streams, int turns, int burst, int size)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                peer.server() + "-client",
                server.address().getHostString(),
                String.valueOf(server.address().getPort())));
        Map.of("connections", connections, "streams", streams, "turns", turns, "burst", burst, "size", size)
                .forEach((name, number) -> arguments.add(name + "=" + number));
        return Peer.work(peer.app(), arguments);
    }

    private static void measure(Row row, Peer sender, Peer peer, Settings settings, Figures figures) throws Exception {
        int connections = 1_000;
        int streams = settings.quick() ? 20 : 100;
        int turns = (int) Math.round(100.0 * connections * streams * row.burst() / RATE);
        try (ServerProcess server = sender.start("127.0.0.1", List.of(), List.of());
                WorkerProcess client = start(peer, server, connections, streams, turns, row.burst(), row.size())) {
            var _ = client.work(WARMUP_SECONDS);
            for (int i = 0; i < TURNS; i++) {
                Map<String, Double> printed = client.work(turn(settings));
                figures.add(
                        row.name() + ": allocated", Map.of(), peer.impl(), "B/message", false, printed.get("bytes"));
                figures.add(row.name() + ": CPU", Map.of(), peer.impl(), "µs/message", false, printed.get("cpu"));
            }
        }
    }

    /** By how much more a client holds that has more connections, and by how much more with streams. */
    private static void idle(Peer sender, Peer peer, Figures figures) throws Exception {
        int few = IDLE_CONNECTIONS / 10;
        try (ServerProcess server = sender.start("127.0.0.1", List.of(), List.of())) {
            double without = live(peer, server, few, 0);
            double connected = live(peer, server, few + IDLE_CONNECTIONS, 0);
            double streaming = live(peer, server, few + IDLE_CONNECTIONS, IDLE_STREAMS);
            double connection = (connected - without) / IDLE_CONNECTIONS;
            double stream = (streaming - connected) / (few + IDLE_CONNECTIONS) / IDLE_STREAMS;
            figures.add(IDLE + ": connection", Map.of(), peer.impl(), "B of heap", false, connection);
            figures.add(IDLE + ": stream", Map.of(), peer.impl(), "B of heap", false, stream);
        }
    }

    private static double live(Peer peer, ServerProcess server, int connections, int streams) throws Exception {
        try (WorkerProcess client = start(peer, server, connections, streams, 0, 1, 128)) {
            var _ = client.work(1);
            return client.liveBytes();
        }
    }
}
