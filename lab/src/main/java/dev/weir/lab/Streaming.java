package dev.weir.lab;

import dev.weir.lab.load.ClientProcess;
import dev.weir.lab.load.EchoClients;
import dev.weir.lab.load.EventClients;
import dev.weir.lab.load.Expected;
import dev.weir.lab.load.Limits;
import dev.weir.lab.load.Sample;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.Servers;
import dev.weir.lab.load.SocketClients;
import dev.weir.lab.load.Wrk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Large bodies, events to many clients, and WebSocket echoes. */
final class Streaming implements Suite {
    private static final long SIZE = 100L * 1024 * 1024;
    private static final int DOWNLOADS = 4;
    private static final int ECHOES = 100;
    private static final int BURST = 16;
    private static final int EVENTS_PER_SECOND = 100_000;
    private static final String BINARY = "Content-Type: application/octet-stream";
    private static final String EVENTS = "Content-Type: text/event-stream";
    private static final double START_SECONDS = 1;

    /** Something to measure, of one peer. */
    private interface Body {
        void run(Peer peer, Settings settings, Figures figures) throws Exception;
    }

    private record Row(String name, List<Peer> peers, Body body) {}

    @Override
    public String name() {
        return "stream";
    }

    private static List<Row> rows(Settings settings) {
        return List.of(
                        new Row(
                                "file",
                                bodies("/file", "Content-Length: " + SIZE),
                                (peer, s, figures) -> download("file", peer, s, figures)),
                        new Row(
                                "generated",
                                bodies("/generated", "Transfer-Encoding: chunked"),
                                (peer, s, figures) -> download("generated", peer, s, figures)),
                        new Row("client", clients(), Streaming::client),
                        new Row("events one by one", events(), (peer, s, figures) -> events(1, peer, s, figures)),
                        new Row("events in bursts", events(), (peer, s, figures) -> events(BURST, peer, s, figures)),
                        new Row("websocket", sockets(), Streaming::echo))
                .stream()
                .filter(row -> settings.part().wants(row.name()))
                .toList();
    }

    private static List<Peer> bodies(String path, String field) {
        Expected expected = new Expected(path, List.of(BINARY, field), "");
        return List.of("netty", "reactor-netty", "weir").stream()
                .map(impl -> new Peer(impl, "servers", impl + "-body", expected))
                .toList();
    }

    private static List<Peer> clients() {
        return List.of("netty", "reactor-netty", "weir").stream()
                .map(impl -> new Peer(impl, "servers", impl + "-client", Expected.NOTHING))
                .toList();
    }

    private static List<Peer> events() {
        Expected expected = new Expected("/events", List.of(EVENTS), "");
        return List.of("vertx", "reactor-netty", "weir").stream()
                .map(impl -> new Peer(impl, "servers", impl + "-events", expected))
                .toList();
    }

    private static List<Peer> sockets() {
        return List.of("netty", "vertx", "reactor-netty", "weir").stream()
                .map(impl -> new Peer(impl, "servers", impl + "-websocket", Expected.NOTHING))
                .toList();
    }

    private static List<Peer> peers(Row row, Settings settings) {
        return row.peers().stream()
                .filter(peer -> settings.part().wantsPeer(peer.impl()))
                .toList();
    }

    private static double seconds(Settings settings) {
        return START_SECONDS + Pace.of(settings).warmup() + Pace.of(settings).time();
    }

    @Override
    public List<String> titles(Settings settings) {
        return rows(settings).stream().map(Row::name).toList();
    }

    @Override
    public double expected(Settings settings) {
        int runs = rows(settings).stream()
                .mapToInt(row -> peers(row, settings).size())
                .sum();
        return runs * Pace.of(settings).rounds() * seconds(settings);
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Figures figures = new Figures(name());
        for (Row row : rows(settings)) {
            for (int round = 0; round < Pace.of(settings).rounds(); round++) {
                for (Peer peer : peers(row, settings)) {
                    progress.attempt(
                            "stream: " + row.name() + ", " + peer.impl(),
                            seconds(settings),
                            () -> row.body().run(peer, settings, figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        return figures.measurements();
    }

    private static void download(String what, Peer peer, Settings settings, Figures figures) throws Exception {
        Wrk wrk = Wrk.create();
        Path file = file();
        try (Servers servers =
                Servers.start(1, host -> peer.start(host, List.of(), List.of("size=" + SIZE, "file=" + file)))) {
            String path = peer.expected().path();
            servers.measure(wrk, path, DOWNLOADS, Pace.of(settings).warmup(), 1); // with as few as will be measured
            Sample sample =
                    servers.measure(wrk, path, DOWNLOADS, Pace.of(settings).time(), 1);
            long bytes = sample.load().bytes();
            double rate = bytes / sample.load().seconds();
            figures.add(what + ": throughput", Map.of(), peer.impl(), "MB/s", true, rate / 1e6);
            figures.add(what + ": CPU", Map.of(), peer.impl(), "ms/GB", false, sample.cpuSeconds() * 1e12 / bytes);
            figures.add(
                    what + ": peak memory",
                    Map.of(),
                    peer.impl(),
                    "MB",
                    false,
                    servers.first().peakBytes() / 1e6);
        } finally {
            Files.delete(file);
        }
    }

    /** Netty's server of files is the same for all clients. */
    private static void client(Peer peer, Settings settings, Figures figures) throws Exception {
        Pace pace = Pace.of(settings);
        Peer serving = bodies("/file", "Content-Length: " + SIZE).getFirst();
        Path file = file();
        try (Servers servers = Servers.start(
                        1, host -> serving.start(host, List.of(), List.of("size=" + SIZE, "file=" + file)));
                ClientProcess client = peer.startAgainst(servers.first(), "/file")) {
            long before = client.pass(pace.warmup());
            double cpu = client.cpuSeconds();
            long start = System.nanoTime();
            double bytes = client.pass(pace.time()) - before;
            double time = (System.nanoTime() - start) / 1e9;
            if (bytes == 0) {
                throw new IOException("nothing was received in " + time + " seconds");
            }
            cpu = client.cpuSeconds() - cpu;
            figures.add("client: throughput", Map.of(), peer.impl(), "MB/s", true, bytes / time / 1e6);
            figures.add("client: CPU", Map.of(), peer.impl(), "ms/GB", false, cpu * 1e12 / bytes);
            figures.add("client: peak memory", Map.of(), peer.impl(), "MB", false, client.peakBytes() / 1e6);
        } finally {
            Files.delete(file);
        }
    }

    private static Path file() throws IOException {
        Path file = Files.createTempFile("weir-lab", ".bin");
        Files.write(file, new byte[(int) SIZE]);
        return file;
    }

    private static void events(int burst, Peer peer, Settings settings, Figures figures) throws Exception {
        for (int wanted : settings.part().connections(List.of(settings.quick() ? 1_000 : 10_000))) {
            events(burst, Math.min(wanted, Limits.connectionsPerProcess()), peer, settings, figures);
        }
    }

    private static void events(int burst, int clients, Peer peer, Settings settings, Figures figures) throws Exception {
        long tick = tick(clients, burst);
        List<String> how = List.of("tick=" + tick, "burst=" + burst);
        String row = burst == 1 ? "events one by one" : "events in bursts";
        Map<String, String> params = Map.of("clients", String.valueOf(clients));
        try (Servers servers = Servers.start(1, host -> peer.start(host, List.of(), how));
                SocketClients listening = EventClients.connect(servers.first().address(), clients)) {
            rate(row, "events", servers.first(), listening, params, peer, settings, figures);
        }
    }

    /** Milliseconds between two bursts, one at the least: few clients get fewer events. */
    static long tick(int clients, int burst) {
        return Math.max(1, Math.ceilDiv(1_000L * clients * burst, EVENTS_PER_SECOND));
    }

    private static void echo(Peer peer, Settings settings, Figures figures) throws Exception {
        Map<String, String> params = Map.of("clients", String.valueOf(ECHOES));
        try (Servers servers = Servers.start(1, host -> peer.start(host, List.of(), List.of()));
                SocketClients echoing = EchoClients.connect(servers.first().address(), ECHOES)) {
            rate("websocket", "echoes", servers.first(), echoing, params, peer, settings, figures);
        }
    }

    private static void rate(
            String row,
            String what,
            ServerProcess server,
            SocketClients clients,
            Map<String, String> params,
            Peer peer,
            Settings settings,
            Figures figures)
            throws Exception {
        Pace pace = Pace.of(settings);
        clients.pass(pace.warmup());
        double cpu = server.cpuSeconds();
        long before = clients.counted();
        double time = clients.pass(pace.time());
        double count = clients.counted() - before;
        if (count == 0) {
            throw new IOException("no " + what + " came in " + time + " seconds");
        }
        cpu = server.cpuSeconds() - cpu;
        figures.add(row + ": per second of CPU", params, peer.impl(), what, true, count / cpu);
        figures.add(row + ": throughput", params, peer.impl(), what + "/s", true, count / time);
        figures.add(row + ": resident memory", params, peer.impl(), "MB", false, server.residentBytes() / 1e6);
    }
}
