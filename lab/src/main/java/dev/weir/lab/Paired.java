package dev.weir.lab;

import dev.weir.lab.load.Generator;
import dev.weir.lab.load.Sample;
import dev.weir.lab.load.Servers;
import dev.weir.lab.load.Wrk;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Servers side by side: all run and are warm, and each is loaded in turn, for a short time and again and again. Whatever
 * else the machine does hits all alike, so this is where small differences show.
 */
record Paired(List<Peer> peers, List<Row> rows, Told told, Settings settings) {
    private static final double START_SECONDS = 1;

    /** What the costs of the others are divided by. */
    private static final String ANCHOR = "netty";

    /**
     * What is measured.
     *
     * @param load makes what puts load on a server
     * @param tellsLate whether it is told how late answers are
     * @param unable those of the peers that can't do it
     */
    record Row(String name, Function<Wrk, Generator> load, Counted counted, boolean tellsLate, Set<String> unable) {
        /** By so many connections, each of which sends that many requests at once. */
        static Row of(String name, int connections, int depth, Set<String> unable) {
            return new Row(name, wrk -> wrk.sending(connections, depth), Counted.REQUESTS, false, unable);
        }
    }

    /**
     * What is asked for, and how it is told.
     *
     * @param cost the unit of CPU
     * @param rate the unit of throughput
     * @param size how much of that a request is
     */
    record Counted(String path, String cost, String rate, double size) {
        static final Counted REQUESTS = new Counted("/", "µs/request", "requests/s", 1);

        /** Bodies of so many million bytes, each of a microsecond for a millisecond for a gigabyte. */
        static Counted bodies(String path, int megabytes) {
            return new Counted(path, "ms/GB", "MB/s", megabytes);
        }
    }

    /** What servers are told, found out when they are to start. */
    @FunctionalInterface
    interface Told {
        Told NOTHING = List::of;

        List<String> settings() throws IOException, InterruptedException;
    }

    /**
     * How long it takes.
     *
     * @param count how often each server has its turn that counts, after one that does not: others have run since it was
     *     warmed up
     */
    private record Turns(double warmup, int count, double seconds) {}

    private Turns turns() {
        return settings.quick() ? new Turns(4, 4, 1) : new Turns(10, 7, 2);
    }

    /** That much of it as is wanted. */
    static Paired of(List<Peer> peers, List<Row> rows, Told told, Settings settings) {
        List<Row> wanted =
                rows.stream().filter(row -> settings.part().wants(row.name())).toList();
        return new Paired(
                wanted.isEmpty()
                        ? List.of()
                        : peers.stream()
                                .filter(peer -> settings.part().wantsPeer(peer.impl()))
                                .toList(),
                wanted,
                told,
                settings);
    }

    double expected() {
        double row = turns().warmup() + (1 + turns().count()) * turns().seconds();
        long measured = rows.stream()
                .flatMap(r -> peers.stream().filter(peer -> !r.unable().contains(peer.impl())))
                .count();
        return Pace.of(settings).rounds() * (peers.size() * START_SECONDS + measured * row);
    }

    void run(Wrk wrk, Progress progress, Figures figures) throws Exception {
        for (int round = 0; round < Pace.of(settings).rounds(); round++) {
            Map<String, Servers> running = new LinkedHashMap<>();
            List<String> serverSettings = told.settings();
            try {
                for (Peer peer : peers) {
                    progress.attempt(
                            "c10k: paired, " + peer.impl() + " starts",
                            START_SECONDS,
                            () -> running.put(
                                    peer.impl(),
                                    Servers.start(1, host -> peer.start(host, List.of(), serverSettings))));
                }
                for (Row row : rows) {
                    run(row, running, wrk, progress, figures);
                }
            } finally {
                for (Servers servers : running.values()) {
                    servers.close();
                }
            }
        }
    }

    private void run(Row row, Map<String, Servers> all, Wrk wrk, Progress progress, Figures figures) throws Exception {
        Generator load = row.load().apply(wrk);
        Map<String, Servers> running = new LinkedHashMap<>(all);
        running.keySet().removeAll(row.unable());
        for (Map.Entry<String, Servers> server : running.entrySet()) {
            progress.attempt(
                    "c10k: " + row.name() + ", " + server.getKey() + " warms up",
                    turns().warmup(),
                    () -> server.getValue().warmUp(load, row.counted().path(), turns().warmup()));
        }
        Order<String> order = new Order<>();
        for (int turn = 0; turn <= turns().count(); turn++) {
            Figures counted = turn == 0 ? new Figures("") : figures;
            progress.attempt(
                    "c10k: %s, turn %d of %d".formatted(row.name(), turn, turns().count()),
                    turns().seconds() * running.size(),
                    () -> add(row, turn(row, load, running, order.of(running.keySet())), counted));
            progress.keep(figures.measurements());
        }
    }

    private Map<String, Sample> turn(Row row, Generator load, Map<String, Servers> running, List<String> order)
            throws IOException, InterruptedException {
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (String impl : order) {
            samples.put(impl, running.get(impl).measure(load, row.counted().path(), turns().seconds()));
        }
        return samples;
    }

    static void add(Row row, Map<String, Sample> samples, Figures figures) {
        Sample anchor = samples.get(ANCHOR);
        Counted counted = row.counted();
        samples.forEach((impl, sample) -> {
            double cpu = sample.cpuPerRequest();
            figures.addToSpread(row.name() + ": CPU", impl, counted.cost(), false, cpu / counted.size());
            if (anchor != null) {
                String times = row.name() + ": CPU by that of " + ANCHOR;
                figures.addToSpread(times, impl, "times", false, cpu / anchor.cpuPerRequest());
            }
            figures.addToSpread(
                    row.name() + ": throughput",
                    impl,
                    counted.rate(),
                    true,
                    sample.load().perSecond() * counted.size());
            if (row.tellsLate()) {
                double late = sample.load().latencies().quantile(0.99);
                figures.addToSpread(row.name() + ": p99", impl, "ms", false, late);
            }
            figures.addErrors(row.name(), Map.of(), impl, sample);
        });
    }
}
