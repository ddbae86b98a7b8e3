package dev.weir.lab;

import dev.weir.lab.load.Expected;
import dev.weir.lab.load.IdleClients;
import dev.weir.lab.load.Limits;
import dev.weir.lab.load.Sample;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.Servers;
import dev.weir.lab.load.Wrk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
    static final List<Peer> HTTP = List.of(
            Peer.http("netty", "netty-http"),
            Peer.http("weir", "weir-http"),
            Peer.http("vertx", "vertx-http"),
            Peer.http("reactor-netty", "reactor-netty-http"),
            Peer.http("helidon", "helidon-http"),
            Peer.rxNetty("http", Expected.HTTP),
            Peer.http("jdk", "jdk-http"));

    /** Connections that warm a server up; one that takes 100 ms for each request does too few with few of them. */
    private static final int WARM = 100;

    private static final List<Integer> ALL = List.of(1, 10, 100, 1_000, 5_000, 10_000);
    private static final List<String> WORK = List.of("work=100");
    private static final int WARM_WORK = 1_000;
    private static final double START_SECONDS = 1;
    private static final int IDLE = 10_000;
    private static final double IDLE_SECONDS = 4;

    /** Peers that do the same. */
    private record Group(String row, List<Peer> peers, List<String> settings, int warm) {
        List<Peer> peers(Settings all) {
            return peers.stream()
                    .filter(peer -> all.part().wantsPeer(peer.impl()))
                    .toList();
        }
    }

    @Override
    public String name() {
        return "c10k";
    }

    private static List<Group> groups(Settings settings) {
        return List.of(
                        new Group("tcp at once", TCP, List.of(), WARM),
                        new Group("tcp 100 ms", TCP, WORK, WARM_WORK),
                        new Group("http at once", HTTP, List.of(), WARM),
                        new Group("http 100 ms", HTTP, WORK, WARM_WORK))
                .stream()
                .filter(group -> settings.part().wants(group.row()))
                .toList();
    }

    private static List<Group> idlers(Settings settings) {
        List<Group> groups = new ArrayList<>();
        if (!settings.quick()) {
            groups.add(new Group("tcp idle", holdingMany(), List.of(), WARM));
        }
        groups.add(new Group("http idle", HTTP, List.of(), WARM));
        return groups.stream()
                .filter(group -> settings.part().wants(group.row()))
                .toList();
    }

    static List<Peer> holdingMany() {
        return TCP.stream()
                .filter(peer -> !List.of("single-thread", "thread-pool").contains(peer.impl()))
                .toList();
    }

    /** So many that a hundred or less take 100 ms each is no news. */
    private static List<Integer> connections(Group group, Settings settings) {
        List<Integer> quick = group.settings().equals(WORK) ? List.of(1_000) : List.of(100, 1_000);
        return settings.part().connections(settings.quick() ? quick : ALL);
    }

    @Override
    public List<String> titles(Settings settings) {
        Stream<String> paired = PairedServers.of(settings).stream()
                .flatMap(p -> p.rows().stream())
                .map(Paired.Row::name);
        Stream<String> groups = Stream.concat(groups(settings).stream(), idlers(settings).stream())
                .map(Group::row);
        return Stream.of(paired, groups, TcpClients.titles(settings))
                .flatMap(titles -> titles)
                .toList();
    }

    @Override
    public double expected(Settings settings) {
        double loads = groups(settings).stream()
                .mapToDouble(group ->
                        seconds(group, settings) * group.peers(settings).size())
                .sum();
        double paired = PairedServers.of(settings).stream()
                .mapToDouble(Paired::expected)
                .sum();
        int idle = idlers(settings).stream()
                .mapToInt(group -> group.peers(settings).size())
                .sum();
        return Pace.of(settings).rounds() * loads + paired + idle * IDLE_SECONDS + TcpClients.expected(settings);
    }

    private static double seconds(Group group, Settings settings) {
        Pace pace = Pace.of(settings);
        double loads =
                connections(group, settings).stream().mapToDouble(pace::time).sum();
        return START_SECONDS + warmup(group, settings) + loads;
    }

    /** What is compiled makes no difference to what waits. */
    private static double warmup(Group group, Settings settings) {
        return settings.quick() && !group.settings().equals(WORK)
                ? 4
                : Pace.of(settings).warmup();
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Wrk wrk = Wrk.create();
        Figures figures = new Figures(name());
        settings.part().connections(ALL).stream()
                .filter(count -> Limits.processes(count) > 1)
                .forEach(count -> progress.tell(processes(count)));
        for (Paired paired : PairedServers.of(settings)) {
            paired.run(wrk, progress, figures);
        }
        for (Group group : groups(settings)) {
            for (int round = 0; round < Pace.of(settings).rounds(); round++) {
                for (Peer peer : group.peers(settings)) {
                    progress.attempt(
                            "c10k: " + group.row() + ", " + peer.impl(),
                            seconds(group, settings),
                            () -> measure(wrk, group, peer, settings, figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        for (Group group : idlers(settings)) {
            for (Peer peer : group.peers(settings)) {
                progress.attempt(
                        "c10k: " + group.row() + ", " + peer.impl(),
                        IDLE_SECONDS,
                        () -> idle(wrk, group, peer, figures));
                progress.keep(figures.measurements());
            }
        }
        TcpClients.run(settings, progress, figures);
        return figures.measurements();
    }

    private static String processes(int connections) {
        return "c10k: a process may have %,d connections here, so for %,d each server runs in %d processes"
                .formatted(Limits.connectionsPerProcess(), connections, Limits.processes(connections));
    }

    private static void measure(Wrk wrk, Group group, Peer peer, Settings settings, Figures figures) throws Exception {
        Pace pace = Pace.of(settings);
        List<Integer> counts = connections(group, settings);
        int most = counts.stream().max(Integer::compare).orElseThrow();
        try (Servers servers =
                Servers.start(Limits.processes(most), host -> peer.start(host, List.of(), group.settings()))) {
            servers.warmUp(wrk, "/", group.warm(), warmup(group, settings), 1);
            for (int count : counts) {
                add(figures, group, peer, count, servers.measure(wrk, "/", count, pace.time(count), 1));
            }
        }
    }

    private static void add(Figures figures, Group group, Peer peer, int connections, Sample sample) {
        String row = group.row();
        Map<String, String> params = Map.of(Comparison.CONNECTIONS, String.valueOf(connections));
        figures.load(row, params, peer.impl(), sample);
        figures.add(row + ": connections held", params, peer.impl(), "connections", true, sample.connections());
        figures.add(row + ": threads", params, peer.impl(), "threads", false, sample.threads());
        figures.add(row + ": resident memory", params, peer.impl(), "MB", false, sample.residentBytes() / 1e6);
        figures.add(row + ": processes", params, peer.impl(), "processes", false, sample.processes());
    }

    /** All of the heap is resident from the start, so that what is resident grows by other memory only. */
    private static void idle(Wrk wrk, Group group, Peer peer, Figures figures) throws Exception {
        int connections = Math.min(IDLE, Limits.connectionsPerProcess());
        try (Servers servers =
                Servers.start(1, host -> peer.start(host, List.of("-XX:+AlwaysPreTouch"), group.settings()))) {
            ServerProcess server = servers.first();
            servers.warmUp(wrk, "/", group.warm(), 2, 1);
            long without = server.liveBytes() + server.residentBytes();
            try (IdleClients clients = IdleClients.connect(server.address(), connections)) {
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
