package dev.weir.lab;

import dev.weir.lab.load.Expected;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.StreamClients;
import dev.weir.lab.load.StreamClients.Ask;
import dev.weir.lab.load.StreamClients.Phases;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many streams of RSocket that send something now and then, and what they cost who sends and who receives. */
final class RSocketStreams implements Suite {
    private static final List<Peer> PEERS = List.of(
            new Peer("weir", "servers", "weir-rsocket", Expected.NOTHING),
            new Peer("rsocket-java", "rsocket", "rsocket-java", Expected.NOTHING),
            new Peer("spring", "spring", "spring", Expected.NOTHING));
    private static final String IDLE = "idle";
    private static final String HELD = "held";
    private static final int IDLE_CONNECTIONS = 2_000;
    private static final int IDLE_STREAMS = 100;
    private static final double IDLE_SECONDS = 8;
    private static final double START_SECONDS = 2;
    private static final int MOST_WAITS = 30;
    private static final double WARM_RATE = 50_000;
    private static final List<Double> RATES = List.of(10_000.0, 20_000.0, 40_000.0);
    private static final int HELD_STREAMS = 100; // of each connection
    private static final int MILLION = 1_000_000;
    private static final long HELD_BYTES = 4_000_000_000L;

    /** As much as Spring needs for a tenth of a million. */
    private static final List<String> HEAP = List.of("-Xmx1400m");

    /**
     * How long it takes.
     *
     * @param turns how many count, after one that does not: it still pays for what is compiled
     * @param settle seconds until a turn counts
     */
    private record Times(double warmup, int turns, double settle, double seconds) {}

    /** How streams send. */
    private record Row(String name, Phases phases, int burst, int size) {
        Ask ask(double rate, Settings settings) {
            int connections = 1_000;
            int streams = settings.quick() ? 20 : 100;
            int turns = (int) Math.round(100.0 * connections * streams * burst / rate);
            return new Ask(connections, streams, phases, turns, burst, size);
        }
    }

    /** So many streams, each of which sends once in so many seconds. */
    private record Held(int streams, int every) {
        Ask ask() {
            return new Ask(streams / HELD_STREAMS, HELD_STREAMS, Phases.RANDOM, 100 * every, 1, 128);
        }

        /** A little more than each stream needs to send. */
        double seconds() {
            return every + 2;
        }

        /** Until it runs, too. */
        double expected() {
            return START_SECONDS + streams / 100_000.0 + seconds() + 2;
        }

        /** Spring, where each stream has a timer, only holds the fewest. */
        boolean isFor(Peer peer) {
            return !peer.impl().equals("spring") || streams <= 100_000;
        }
    }

    @Override
    public String name() {
        return "rsocket";
    }

    private static Times times(Settings settings) {
        return settings.quick() ? new Times(2, 2, 0.3, 1.5) : new Times(8, 3, 0.5, 4);
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

    private static List<Held> held(Settings settings) {
        return settings.part().wants(HELD) && !settings.brief()
                ? List.of(new Held(100_000, 10), new Held(200_000, 10), new Held(500_000, 10), new Held(MILLION, 60))
                : List.of();
    }

    private static List<Peer> peers(Settings settings) {
        return PEERS.stream()
                .filter(peer -> settings.part().wantsPeer(peer.impl()))
                .toList();
    }

    @Override
    public List<String> titles(Settings settings) {
        return Stream.of(
                        rows(settings).stream().map(Row::name), StreamReceivers.titles(settings), Stream.of(IDLE, HELD))
                .flatMap(titles -> titles)
                .filter(settings.part()::wants)
                .toList();
    }

    private static double seconds(Settings settings) {
        Times times = times(settings);
        double connecting = settings.quick() ? 0.5 : 1;
        return START_SECONDS
                + times.warmup()
                + (1 + times.turns()) * RATES.size() * (connecting + times.settle() + times.seconds());
    }

    @Override
    public double expected(Settings settings) {
        List<Peer> peers = peers(settings);
        double idle = settings.part().wants(IDLE) ? IDLE_SECONDS : 0;
        double held = held(settings).stream()
                .mapToDouble(row ->
                        row.expected() * peers.stream().filter(row::isFor).count())
                .sum();
        return peers.size() * (rows(settings).size() * seconds(settings) + idle)
                + held
                + StreamReceivers.expected(settings, peers);
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        check(settings); // which may be so by now
        Figures figures = new Figures(name());
        for (Row row : rows(settings)) {
            for (Peer peer : peers(settings)) {
                progress.attempt(
                        "rsocket: " + row.name() + ", " + peer.impl(),
                        seconds(settings),
                        () -> measure(row, peer, settings, figures));
                progress.keep(figures.measurements());
            }
        }
        StreamReceivers.run(PEERS.getFirst(), peers(settings), settings, progress, figures);
        for (Peer peer : settings.part().wants(IDLE) ? peers(settings) : List.<Peer>of()) {
            progress.attempt("rsocket: idle, " + peer.impl(), IDLE_SECONDS, () -> idle(peer, figures));
        }
        for (Held row : held(settings)) {
            for (Peer peer : peers(settings).stream().filter(row::isFor).toList()) {
                progress.attempt(
                        "rsocket: %,d streams, %s".formatted(row.streams(), peer.impl()),
                        row.expected(),
                        () -> held(row, peer, figures));
                progress.keep(figures.measurements());
            }
        }
        return figures.measurements();
    }

    @Override
    public void check(Settings settings) {
        int connections = held(settings).stream()
                .mapToInt(row -> row.ask().connections())
                .max()
                .orElse(IDLE_CONNECTIONS);
        Needs.checkConnections(connections);
        if (!held(settings).isEmpty()) {
            Needs.checkMemory("a million streams", HELD_BYTES);
        }
    }

    /** Rates in turn; what a message costs is by how much more the cost is at the higher rates. */
    private static void measure(Row row, Peer peer, Settings settings, Figures figures) throws Exception {
        Times times = times(settings);
        try (ServerProcess server = peer.start("127.0.0.1", HEAP, List.of())) {
            try (StreamClients warm = StreamClients.connect(server.address(), row.ask(WARM_RATE, settings))) {
                warm.pass(times.warmup());
            }
            double[] rates = new double[times.turns() * RATES.size()];
            double[] costs = new double[rates.length];
            for (int i = -RATES.size(); i < rates.length; i++) {
                double rate = RATES.get((i + RATES.size()) % RATES.size());
                StreamClients clients = StreamClients.connect(server.address(), row.ask(rate, settings));
                Turn turn;
                try (clients) {
                    turn = turn(server, clients, times);
                }
                if (i >= 0) {
                    rates[i] = turn.messages() / turn.seconds();
                    costs[i] = turn.cpuSeconds() / turn.seconds();
                }
                if (i == rates.length - 1) {
                    double bytes = turn.bytes() / turn.messages();
                    figures.add(row.name() + ": allocated", Map.of(), peer.impl(), "B/message", false, bytes);
                    late(row.name(), Map.of(), clients, peer, figures);
                }
            }
            double cpu = 1e6 * slope(rates, costs);
            figures.add(row.name() + ": CPU", Map.of(), peer.impl(), "µs/message", false, cpu);
        }
    }

    private record Turn(double seconds, double messages, double bytes, double cpuSeconds) {}

    private static Turn turn(ServerProcess server, StreamClients clients, Times times)
            throws IOException, InterruptedException {
        for (int i = 0; i < MOST_WAITS && clients.counted() == 0; i++) {
            clients.pass(times.settle()); // requests are only on their way
        }
        clients.pass(times.settle());
        StreamClients.Costs before = StreamClients.costs(server.address());
        long counted = clients.counted();
        clients.look();
        double seconds = clients.pass(times.seconds());
        double messages = clients.counted() - counted;
        StreamClients.Costs after = StreamClients.costs(server.address());
        if (messages == 0) {
            throw new IOException("no payload came");
        }
        return new Turn(seconds, messages, after.bytes() - before.bytes(), after.cpuSeconds() - before.cpuSeconds());
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
        try (ServerProcess server = peer.start("127.0.0.1", HEAP, List.of())) {
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

    /** Each stream has to send: a figure of streams that are only said to be there is none. */
    private static void held(Held row, Peer peer, Figures figures) throws Exception {
        Map<String, String> params =
                Map.of(Comparison.CONNECTIONS, String.valueOf(row.ask().connections()));
        try (ServerProcess server = peer.start("127.0.0.1", HEAP, List.of());
                StreamClients clients = StreamClients.connect(server.address(), row.ask())) {
            clients.pass(1);
            long before = clients.counted();
            clients.look();
            double time = clients.pass(row.seconds());
            double rate = (clients.counted() - before) / time;
            double resident = server.residentBytes() / 1e6;
            clients.close();
            if (clients.heard() < row.streams()) {
                throw new IOException("%,d of %,d streams sent nothing within %.0f s"
                        .formatted(row.streams() - clients.heard(), row.streams(), time));
            }
            String name = "held, " + HELD_STREAMS + " streams on each";
            figures.add(name + ": payloads", params, peer.impl(), "1/s", true, rate);
            figures.add(name + ": resident memory", params, peer.impl(), "MB", false, resident);
            late(name, params, clients, peer, figures);
        }
    }
}
