package dev.weir.lab;

import dev.weir.lab.load.Expected;
import dev.weir.lab.load.IdleClients;
import dev.weir.lab.load.Limits;
import dev.weir.lab.load.Sample;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.Servers;
import dev.weir.lab.load.Wrk;
import java.util.List;
import java.util.Map;

/** Servers that answer 200 OK, at once or after 100 ms, over the number of their connections. */
final class C10k implements Suite {
    private static final List<Peer> TCP = List.of(
            Peer.bytes("single-thread", "single-thread"),
            Peer.bytes("thread-per-connection", "thread-per-connection"),
            Peer.bytes("thread-pool", "thread-pool"),
            Peer.bytes("virtual-threads", "virtual-threads"),
            Peer.bytes("netty", "netty-tcp"),
            Peer.rxNetty("tcp", Expected.BYTES),
            Peer.bytes("weir", "weir-tcp"));
    private static final List<Peer> HTTP = List.of(
            Peer.http("netty", "netty-http"),
            Peer.http("weir", "weir-http"),
            Peer.http("vertx", "vertx-http"),
            Peer.http("reactor-netty", "reactor-netty-http"),
            Peer.http("helidon", "helidon-http"),
            Peer.rxNetty("http", Expected.HTTP),
            Peer.http("jdk", "jdk-http"));

    private static final List<Integer> ALL = List.of(1, 10, 100, 1_000, 5_000, 10_000);
    private static final List<Integer> FEW = List.of(100, 1_000);
    private static final List<Integer> HUNDRED = List.of(100);
    private static final List<String> WORK = List.of("work=100");
    private static final int PIPELINED = 16;
    private static final double START_SECONDS = 1.5;
    private static final int IDLE = 10_000;
    private static final double IDLE_SECONDS = 6;

    /** Peers that do the same. */
    private record Group(String row, List<Peer> peers, List<String> settings, int depth, List<Integer> connections) {}

    @Override
    public String name() {
        return "c10k";
    }

    private static List<Group> groups(Settings settings) {
        List<Integer> counts = settings.net().connections(settings.quick() ? FEW : ALL);
        return List.of(
                        new Group("tcp at once", TCP, List.of(), 1, counts),
                        new Group("tcp 100 ms", TCP, WORK, 1, counts),
                        new Group("http at once", HTTP, List.of(), 1, counts),
                        new Group("http 100 ms", HTTP, WORK, 1, counts),
                        new Group("http pipelined", HTTP, List.of(), PIPELINED, HUNDRED))
                .stream()
                .filter(group -> settings.net().wants(group.row()))
                .toList();
    }

    private static List<Group> idlers(Settings settings) {
        return List.of(
                        new Group(
                                "tcp idle", TCP.stream().filter(C10k::holdsMany).toList(), List.of(), 1, HUNDRED),
                        new Group("http idle", HTTP, List.of(), 1, HUNDRED))
                .stream()
                .filter(group -> settings.net().wants(group.row()))
                .toList();
    }

    private static boolean holdsMany(Peer peer) {
        return !peer.impl().equals("single-thread") && !peer.impl().equals("thread-pool");
    }

    private static List<Peer> peers(Group group, Settings settings) {
        return group.peers().stream()
                .filter(peer -> settings.net().wantsPeer(peer.impl()))
                .toList();
    }

    @Override
    public void check() {
        Needs.check();
    }

    @Override
    public double expected(Settings settings) {
        double loads = groups(settings).stream()
                .mapToDouble(group ->
                        seconds(group, settings) * peers(group, settings).size())
                .sum();
        int idle = idlers(settings).stream()
                .mapToInt(group -> peers(group, settings).size())
                .sum();
        return Pace.of(settings).rounds() * loads + idle * IDLE_SECONDS;
    }

    private static double seconds(Group group, Settings settings) {
        Pace pace = Pace.of(settings);
        return START_SECONDS + pace.warmup() + pace.time() * group.connections().size();
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Wrk wrk = Wrk.create();
        Figures figures = new Figures(name());
        settings.net().connections(FEW).stream()
                .filter(count -> Limits.processes(count) > 1)
                .forEach(count -> progress.tell(processes(count)));
        for (Group group : groups(settings)) {
            for (int round = 0; round < Pace.of(settings).rounds(); round++) {
                for (Peer peer : peers(group, settings)) {
                    progress.attempt(
                            "c10k: " + group.row() + ", " + peer.impl(),
                            seconds(group, settings),
                            () -> measure(wrk, group, peer, settings, figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        for (Group group : idlers(settings)) {
            for (Peer peer : peers(group, settings)) {
                progress.attempt(
                        "c10k: " + group.row() + ", " + peer.impl(),
                        IDLE_SECONDS,
                        () -> idle(wrk, group, peer, figures));
                progress.keep(figures.measurements());
            }
        }
        return figures.measurements();
    }

    private static String processes(int connections) {
        return "c10k: a process may have %,d connections here, so for %,d each server runs in %d processes"
                .formatted(Limits.connectionsPerProcess(), connections, Limits.processes(connections));
    }

    private static void measure(Wrk wrk, Group group, Peer peer, Settings settings, Figures figures) throws Exception {
        Pace pace = Pace.of(settings);
        int most = group.connections().stream().max(Integer::compare).orElseThrow();
        try (Servers servers =
                Servers.start(Limits.processes(most), host -> peer.start(host, List.of(), group.settings()))) {
            servers.warmUp(wrk, "/", pace.warmup(), group.depth());
            for (int count : group.connections()) {
                add(figures, group, peer, count, servers.measure(wrk, "/", count, pace.time(), group.depth()));
            }
        }
    }

    private static void add(Figures figures, Group group, Peer peer, int connections, Sample sample) {
        Map<String, String> params = Map.of(Comparison.CONNECTIONS, String.valueOf(connections));
        figures.load(group.row(), params, peer.impl(), sample);
        figures.add(group.row() + ": threads", params, peer.impl(), "threads", false, sample.threads());
        figures.add(group.row() + ": resident memory", params, peer.impl(), "MB", false, sample.residentBytes() / 1e6);
    }

    /** All of the heap is resident from the start, so that what is resident grows by other memory only. */
    private static void idle(Wrk wrk, Group group, Peer peer, Figures figures) throws Exception {
        try (Servers servers =
                Servers.start(1, host -> peer.start(host, List.of("-XX:+AlwaysPreTouch"), group.settings()))) {
            ServerProcess server = servers.first();
            servers.warmUp(wrk, "/", 2, group.depth());
            long without = server.liveBytes() + server.residentBytes();
            try (IdleClients clients = IdleClients.connect(server.address(), IDLE)) {
                long with = server.liveBytes() + server.residentBytes();
                figures.add(
                        group.row() + ": memory per connection",
                        Map.of(),
                        peer.impl(),
                        "bytes",
                        false,
                        (double) (with - without) / clients.count());
            }
        }
    }
}
