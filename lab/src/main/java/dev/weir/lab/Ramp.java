package dev.weir.lab;

import dev.weir.lab.load.Expected;
import dev.weir.lab.load.Latencies;
import dev.weir.lab.load.Sample;
import dev.weir.lab.load.Servers;
import dev.weir.lab.load.Wrk;
import java.util.List;
import java.util.Map;

/** More and more users, 256 at a time in eight steps, of an endpoint that answers at once and of one that takes 100 ms. */
final class Ramp implements Suite {
    private static final int USERS = 256;
    private static final int STEPS = 8;
    private static final List<String> PATHS = List.of("/endpoint", "/slow");
    private static final double START_SECONDS = 3;

    private static List<Peer> peers(String path) {
        Expected expected = new Expected(path, List.of("Content-Type: text/plain"), "OK");
        return List.of(
                new Peer("spring-mvc", "mvc", "mvc", expected),
                new Peer("spring-webflux", "webflux", "webflux", expected),
                new Peer("weir", "servers", "weir-ramp", expected));
    }

    @Override
    public String name() {
        return "ramp";
    }

    private static double step(Settings settings) {
        return settings.quick() ? 1 : 20;
    }

    private static double seconds(Settings settings) {
        return START_SECONDS + Pace.of(settings).warmup() + STEPS * step(settings);
    }

    @Override
    public List<String> titles(Settings settings) {
        return PATHS.stream().filter(settings.part()::wants).toList();
    }

    @Override
    public double expected(Settings settings) {
        long peers = peers("/").stream()
                .filter(peer -> settings.part().wantsPeer(peer.impl()))
                .count();
        return titles(settings).size() * peers * seconds(settings);
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Wrk wrk = Wrk.create();
        Figures figures = new Figures(name());
        for (String path : titles(settings)) {
            for (Peer peer : peers(path)) {
                if (settings.part().wantsPeer(peer.impl())) {
                    progress.attempt(
                            "ramp: " + path + ", " + peer.impl(),
                            seconds(settings),
                            () -> measure(wrk, path, peer, settings, figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        return figures.measurements();
    }

    private static void measure(Wrk wrk, String path, Peer peer, Settings settings, Figures figures) throws Exception {
        try (Servers servers = Servers.start(1, host -> peer.start(host, List.of(), List.of()))) {
            servers.warmUp(wrk, path, USERS, Pace.of(settings).warmup(), 1);
            Sample all = servers.measure(wrk, path, USERS, step(settings), 1);
            for (int step = 2; step <= STEPS; step++) {
                all = all.then(servers.measure(wrk, path, step * USERS, step(settings), 1));
            }
            add(figures, path, peer.impl(), all);
        }
    }

    private static void add(Figures figures, String path, String impl, Sample sample) {
        Latencies latencies = sample.load().latencies();
        figures.add(
                path + ": requests",
                Map.of(),
                impl,
                "requests",
                true,
                sample.load().requests());
        figures.load(path, Map.of(), impl, sample);
        figures.add(path + ": mean", Map.of(), impl, "ms", false, latencies.mean());
        figures.add(path + ": standard deviation", Map.of(), impl, "ms", false, latencies.deviation());
        figures.add(path + ": threads", Map.of(), impl, "threads", false, sample.threads());
    }
}
