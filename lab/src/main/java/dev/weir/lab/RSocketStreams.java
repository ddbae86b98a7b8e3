package dev.weir.lab;

import dev.weir.lab.load.Expected;
import dev.weir.lab.load.Limits;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.StreamClients;
import dev.weir.lab.load.StreamClients.Ask;
import dev.weir.lab.load.StreamClients.Phases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many streams of RSocket that send something now and then, and what they cost the server. */
final class RSocketStreams implements Suite {
    private static final List<Peer> PEERS = List.of(
            new Peer("weir", "servers", "weir-rsocket", Expected.NOTHING),
            new Peer("rsocket-java", "rsocket", "rsocket-java", Expected.NOTHING));
    private static final String IDLE = "idle";
    private static final String HELD = "held";
    private static final int IDLE_CONNECTIONS = 2_000;
    private static final int IDLE_STREAMS = 100;
    private static final double IDLE_SECONDS = 12;
    private static final double START_SECONDS = 2;
    private static final int TURNS = 2;
    private static final double WARM_RATE = 50_000;
    private static final List<Double> RATES = List.of(5_000.0, 10_000.0, 20_000.0);

    /** How streams send. */
    private record Row(String name, Phases phases, int burst, int size) {
        Ask ask(double rate, Settings settings) {
            int connections = settings.quick() ? 200 : 1_000;
            int streams = settings.quick() ? 20 : 100;
            int turns = (int) Math.round(100.0 * connections * streams * burst / rate);
            return new Ask(connections, streams, phases, turns, burst, size);
        }
    }

    @Override
    public String name() {
        return "rsocket";
    }

    private static List<Row> rows(Settings settings) {
        List<Row> rows = new ArrayList<>();
        for (int size : settings.quick() ? List.of(128) : List.of(128, 1024)) {
            String bytes = ", " + size + " bytes";
            rows.add(new Row("random phases" + bytes, Phases.RANDOM, 1, size));
            rows.add(new Row("aligned" + bytes, Phases.ALIGNED, 1, size));
            rows.add(new Row("batches of 10" + bytes, Phases.RANDOM, 10, size));
        }
        return rows.stream().filter(row -> settings.part().wants(row.name())).toList();
    }

    /** So many streams on a hundredth of it connections, each with a payload in 10 seconds, or in a minute if there are a million. */
    private static List<Integer> held(Settings settings) {
        return settings.part().wants(HELD) && !settings.brief()
                ? List.of(100_000, 200_000, 500_000, 1_000_000)
                : List.of();
    }

    private static List<Peer> peers(Settings settings) {
        return PEERS.stream()
                .filter(peer -> settings.part().wantsPeer(peer.impl()))
                .toList();
    }

    @Override
    public List<String> titles(Settings settings) {
        return Stream.concat(rows(settings).stream().map(Row::name), Stream.of(IDLE, HELD))
                .filter(settings.part()::wants)
                .toList();
    }

    private static double seconds(Settings settings) {
        Pace pace = Pace.of(settings);
        return START_SECONDS + 2 * pace.warmup() + (1 + TURNS) * RATES.size() * (1 + 2 * pace.time());
    }

    @Override
    public double expected(Settings settings) {
        double idle = settings.part().wants(IDLE) ? IDLE_SECONDS : 0;
        double rows = rows(settings).size() * Pace.of(settings).rounds() * seconds(settings);
        return peers(settings).size() * (rows + idle + held(settings).size() * seconds(settings));
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Figures figures = new Figures(name());
        for (int round = 0; round < Pace.of(settings).rounds(); round++) {
            for (Row row : rows(settings)) {
                for (Peer peer : peers(settings)) {
                    progress.attempt(
                            "rsocket: " + row.name() + ", " + peer.impl(),
                            seconds(settings),
                            () -> measure(row, peer, settings, figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        for (Peer peer : settings.part().wants(IDLE) ? peers(settings) : List.<Peer>of()) {
            progress.attempt("rsocket: idle, " + peer.impl(), IDLE_SECONDS, () -> idle(peer, figures));
        }
        for (int streams : held(settings)) {
            for (Peer peer : peers(settings)) {
                progress.attempt(
                        "rsocket: %,d streams, %s".formatted(streams, peer.impl()),
                        seconds(settings),
                        () -> held(streams, peer, settings, figures));
                progress.keep(figures.measurements());
            }
        }
        return figures.measurements();
    }

    /**
     * Rates in turn; what a message costs is by how much more the cost is at the higher rates. The first turn does not count: it
     * still pays for what is compiled.
     */
    private static void measure(Row row, Peer peer, Settings settings, Figures figures) throws Exception {
        Pace pace = Pace.of(settings);
        try (ServerProcess server = peer.start("127.0.0.1", List.of(), List.of())) {
            try (StreamClients warm = StreamClients.connect(server.address(), row.ask(WARM_RATE, settings))) {
                warm.pass(2 * pace.warmup());
            }
            double[] rates = new double[TURNS * RATES.size()];
            double[] costs = new double[rates.length];
            for (int i = -RATES.size(); i < rates.length; i++) {
                double rate = RATES.get((i + RATES.size()) % RATES.size());
                StreamClients clients = StreamClients.connect(server.address(), row.ask(rate, settings));
                try (clients) {
                    clients.pass(1);
                    StreamClients.Costs before = StreamClients.costs(server.address());
                    long counted = clients.counted();
                    clients.look();
                    double time = clients.pass(2 * pace.time());
                    double messages = clients.counted() - counted;
                    StreamClients.Costs after = StreamClients.costs(server.address());
                    if (i >= 0) {
                        rates[i] = messages / time;
                        costs[i] = (after.cpuSeconds() - before.cpuSeconds()) / time;
                    }
                    if (i == rates.length - 1) {
                        double bytes = (after.bytes() - before.bytes()) / messages;
                        figures.add(row.name() + ": allocated", Map.of(), peer.impl(), "B/message", false, bytes);
                    }
                }
                if (i == rates.length - 1) {
                    late(row.name(), Map.of(), clients, peer, figures);
                }
            }
            double cpu = 1e6 * slope(rates, costs);
            figures.add(row.name() + ": CPU", Map.of(), peer.impl(), "µs/message", false, cpu);
        }
    }

    private static void late(
            String row, Map<String, String> params, StreamClients clients, Peer peer, Figures figures) {
        figures.add(row + ": late, median", params, peer.impl(), "ms", false, clients.late(0.5));
        figures.add(row + ": late, p99", params, peer.impl(), "ms", false, clients.late(0.99));
        figures.add(row + ": late, p99.9", params, peer.impl(), "ms", false, clients.late(0.999));
    }

    /** Of the line that is nearest to the points. */
    static double slope(double[] x, double[] y) {
        double meanX =
                IntStream.range(0, x.length).mapToDouble(i -> x[i]).average().orElseThrow();
        double meanY =
                IntStream.range(0, y.length).mapToDouble(i -> y[i]).average().orElseThrow();
        double together = 0;
        double square = 0;
        for (int i = 0; i < x.length; i++) {
            together += (x[i] - meanX) * (y[i] - meanY);
            square += (x[i] - meanX) * (x[i] - meanX);
        }
        return together / square;
    }

    private static void idle(Peer peer, Figures figures) throws Exception {
        try (ServerProcess server = peer.start("127.0.0.1", List.of(), List.of())) {
            Ask warm = new Ask(IDLE_CONNECTIONS / 10, IDLE_STREAMS, Phases.RANDOM, 10, 1, 128);
            try (StreamClients clients = StreamClients.connect(server.address(), warm)) {
                clients.pass(2);
            }
            server.comeToRest();
            long without = server.liveBytes();
            long connected;
            try (StreamClients clients = idlers(server, 0)) {
                clients.pass(1);
                connected = server.liveBytes();
            }
            server.comeToRest();
            double connection = (double) (connected - without) / IDLE_CONNECTIONS;
            figures.add("idle connection", Map.of(), peer.impl(), "B of heap", false, connection);
            try (StreamClients clients = idlers(server, IDLE_STREAMS)) {
                clients.pass(1);
                double streams = server.liveBytes() - connected;
                double stream = streams / IDLE_CONNECTIONS / IDLE_STREAMS;
                figures.add("idle stream", Map.of(), peer.impl(), "B of heap", false, stream);
            }
        }
    }

    private static StreamClients idlers(ServerProcess server, int streams) throws Exception {
        return StreamClients.connect(server.address(), new Ask(IDLE_CONNECTIONS, streams, Phases.RANDOM, 0, 1, 128));
    }

    private static void held(int streams, Peer peer, Settings settings, Figures figures) throws Exception {
        int connections = Math.min(streams / 100, Limits.connectionsPerProcess());
        Map<String, String> params = Map.of("streams", String.valueOf(streams));
        int turns = streams < 1_000_000 ? 1_000 : 6_000 - 1;
        Pace pace = Pace.of(settings);
        try (ServerProcess server = peer.start("127.0.0.1", List.of("-Xmx1400m"), List.of());
                StreamClients clients = StreamClients.connect(
                        server.address(), new Ask(connections, 100, Phases.RANDOM, turns, 1, 128))) {
            clients.pass(2 * pace.warmup());
            long before = clients.counted();
            clients.look();
            double time = clients.pass(2 * pace.time());
            double rate = (clients.counted() - before) / time;
            double resident = server.residentBytes() / 1e6;
            clients.close();
            figures.add("held: payloads", params, peer.impl(), "1/s", true, rate);
            figures.add("held: resident memory", params, peer.impl(), "MB", false, resident);
            late("held", params, clients, peer, figures);
        }
    }
}
