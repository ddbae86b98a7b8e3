package dev.weir.lab;

import dev.weir.lab.load.Relay;
import dev.weir.lab.load.WorkerProcess;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Clients of a PostgreSQL, each in a JVM of its own. Those of a row run and are warm at the same time, and work in turn,
 * again and again: what else the machine does hits all alike.
 */
final class Databases implements Suite {
    private static final String APP = "db";
    private static final double START_SECONDS = 3;

    /** What a client prints, and what it is called. */
    private record Figure(String name, String title, String unit, boolean higherIsBetter) {}

    /**
     * What is measured.
     *
     * @param work what the clients are told to do
     * @param far whether the database is a millisecond away, there and back
     */
    private record Row(String name, String work, boolean far, List<String> impls, List<Figure> figures) {
        Row(String name, List<String> impls, List<Figure> figures) {
            this(name, name, false, impls, figures);
        }

        Row of(Part part) {
            return new Row(
                    name, work, far, impls.stream().filter(part::wantsPeer).toList(), figures);
        }
    }

    /**
     * How long it takes.
     *
     * @param warmup of each client, alone: for about ten seconds half of the CPU is the compiler's
     * @param count how many turns count, after one that does not: others have worked since the client was warmed up
     */
    private record Turns(int rounds, double warmup, int count, double seconds) {}

    private static final Figure CPU_QUERY = new Figure("cpu", "CPU", "µs/query", false);
    private static final Figure CPU_ROW = new Figure("cpu", "CPU", "µs/row", false);
    private static final Figure ROWS = new Figure("rate", "throughput", "rows/s", true);
    private static final Figure FIRST = new Figure("first", "first row", "ms", false);
    private static final Figure MEDIAN = new Figure("median", "median", "ms", false);
    private static final List<Figure> CALLERS = List.of(
            new Figure("rate", "throughput", "queries/s", true),
            CPU_QUERY,
            new Figure("p99", "p99 of all queries", "ms", false),
            new Figure("longest", "longest wait of 99 % of the callers", "ms", false),
            new Figure("spread", "queries of the busiest caller by those of the idlest", "times", false));
    private static final List<Figure> SCANS = List.of(ROWS, CPU_ROW, FIRST);
    private static final List<Figure> INSERTS = List.of(ROWS, CPU_ROW);

    private static final List<String> BY_NETWORK = List.of("weir", "vertx-pg", "r2dbc", "jooq");

    private static final List<Row> ALL = List.of(
            new Row("jdbc points", List.of("weir", "hikari", "platform threads"), CALLERS),
            new Row("points", BY_NETWORK, CALLERS),
            new Row("points far", "points", true, BY_NETWORK, CALLERS),
            new Row("jdbc scan", List.of("weir", "pgjdbc"), SCANS),
            new Row("scan", BY_NETWORK, SCANS),
            new Row("jdbc batch", List.of("weir", "pgjdbc"), INSERTS),
            new Row("jdbc rewritten batch", List.of("weir", "pgjdbc"), INSERTS),
            new Row("batch", List.of("weir", "vertx-pg", "r2dbc"), INSERTS),
            new Row("copy in", List.of("weir", "pgjdbc"), INSERTS),
            new Row("copy out", List.of("weir", "pgjdbc"), SCANS),
            new Row("notification", List.of("weir", "vertx-pg", "pgjdbc", "r2dbc"), List.of(MEDIAN)),
            new Row("channel", List.of("weir", "vertx-pg", "pgjdbc"), List.of(MEDIAN)));

    @Override
    public String name() {
        return "db";
    }

    private static Turns turns(Settings settings) {
        return settings.quick() ? new Turns(1, 10, 5, 1) : new Turns(2, 14, 8, 2);
    }

    private static List<Row> rows(Settings settings) {
        Part part = settings.part();
        return ALL.stream()
                .filter(row -> part.wants(row.name()) && !(row.far() && settings.brief()))
                .map(row -> row.of(part))
                .filter(row -> !row.impls().isEmpty())
                .toList();
    }

    @Override
    public List<String> titles(Settings settings) {
        return rows(settings).stream().map(Row::name).toList();
    }

    @Override
    public double expected(Settings settings) {
        return turns(settings).rounds()
                * rows(settings).stream()
                        .mapToDouble(row -> expected(row, settings))
                        .sum();
    }

    private static double expected(Row row, Settings settings) {
        Turns turns = turns(settings);
        return row.impls().size() * (START_SECONDS + turns.warmup() + (1 + turns.count()) * turns.seconds());
    }

    @Override
    public List<Measurement> run(Settings settings, Progress progress) throws Exception {
        Figures figures = new Figures(name());
        try (WorkerProcess server = Peer.launch(APP, List.of("server"))) {
            List<String> place = List.of(server.line(), server.line());
            for (int round = 0; round < turns(settings).rounds(); round++) {
                for (Row row : rows(settings)) {
                    progress.attempt(
                            "db: " + row.name(),
                            expected(row, settings),
                            () -> measure(row, place, turns(settings), figures));
                    progress.keep(figures.measurements());
                }
            }
        }
        return figures.measurements();
    }

    private static void measure(Row row, List<String> place, Turns turns, Figures figures) throws Exception {
        if (!row.far()) {
            run(row, place, turns, figures);
            return;
        }
        URI near = URI.create(place.getFirst());
        try (WorkerProcess relay = Relay.launch(near.getHost(), near.getPort())) {
            String port = ":" + relay.line() + "/";
            List<String> far = place.stream()
                    .map(url -> url.replace(":" + near.getPort() + "/", port))
                    .toList();
            run(row, far, turns, figures);
        }
    }

    private static void run(Row row, List<String> place, Turns turns, Figures figures) throws Exception {
        Map<String, WorkerProcess> running = new LinkedHashMap<>();
        try {
            for (String impl : row.impls()) {
                List<String> arguments = new ArrayList<>(List.of(row.work(), impl));
                arguments.addAll(place);
                WorkerProcess worker = Peer.work(APP, arguments);
                running.put(impl, worker);
                var _ = worker.work(turns.warmup());
            }
            Order<String> order = new Order<>();
            for (int turn = 0; turn <= turns.count(); turn++) {
                add(row, running, order.of(running.keySet()), turns, turn == 0 ? new Figures("") : figures);
            }
        } finally {
            for (WorkerProcess worker : running.values()) {
                worker.close();
            }
        }
    }

    private static void add(
            Row row, Map<String, WorkerProcess> running, List<String> order, Turns turns, Figures figures)
            throws IOException {
        for (String impl : order) {
            Map<String, Double> printed = running.get(impl).work(turns.seconds());
            for (Figure figure : row.figures()) {
                figures.addToSpread(
                        row.name() + ": " + figure.title(),
                        impl,
                        figure.unit(),
                        figure.higherIsBetter(),
                        printed.get(figure.name()));
            }
        }
    }
}
