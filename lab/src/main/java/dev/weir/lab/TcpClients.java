package dev.weir.lab;

import dev.weir.lab.load.Limits;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.WorkerProcess;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What connections hold at clients that have asked once and go on listening; all are Netty's server's. */
final class TcpClients {
    private static final String ROW = "tcp client idle";
    private static final int FEW = 1_000;
    private static final int MANY = 10_000;
    private static final double SECONDS = 6;

    private TcpClients() {}

    private static List<String> impls(Settings settings) {
        return settings.part().wants(ROW)
                ? Stream.of("netty", "vertx", "weir")
                        .filter(settings.part()::wantsPeer)
                        .toList()
                : List.of();
    }

    static Stream<String> titles(Settings settings) {
        return settings.part().wants(ROW) ? Stream.of(ROW) : Stream.of();
    }

    static double expected(Settings settings) {
        return impls(settings).size() * SECONDS;
    }

    static void run(Settings settings, Progress progress, Figures figures) throws InterruptedException {
        for (String impl : impls(settings)) {
            progress.attempt("c10k: " + ROW + ", " + impl, SECONDS, () -> measure(impl, figures));
            progress.keep(figures.measurements());
        }
    }

    /** By how much more a client holds that has more connections. */
    private static void measure(String impl, Figures figures) throws Exception {
        int more = Math.min(MANY, Limits.connectionsPerProcess() - FEW);
        try (ServerProcess server = Peer.bytes("netty", "netty-tcp").start("127.0.0.1", List.of(), List.of());
                WorkerProcess client = Peer.work(
                        "servers",
                        List.of(
                                impl + "-tcp-client",
                                server.address().getHostString(),
                                String.valueOf(server.address().getPort())))) {
            double directBefore = client.work(FEW).get("direct");
            long heapBefore = client.liveBytes();
            double direct = client.work(more).get("direct") - directBefore;
            double heap = client.liveBytes() - heapBefore;
            figures.add(ROW + ": heap per connection", Map.of(), impl, "bytes", false, heap / more);
            figures.add(ROW + ": direct memory per connection", Map.of(), impl, "bytes", false, direct / more);
        }
    }
}
