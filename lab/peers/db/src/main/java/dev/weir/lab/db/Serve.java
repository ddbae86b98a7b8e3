package dev.weir.lab.db;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process that is told by its input how many seconds to work, line by line, and prints a name and a figure on a line each,
 * then "done". With the row "server" it is the PostgreSQL that the others ask, and prints its URLs.
 */
public final class Serve {
    /** Makes what a row has one implementation do. */
    private interface Maker {
        Work make(Place place) throws Exception;
    }

    private static final Map<String, Maker> WORKS = new TreeMap<>(Map.ofEntries(
            Map.entry("jdbc points/weir", WeirJdbc::points),
            Map.entry(
                    "jdbc points/hikari",
                    place -> Jdbc.points(place, Thread.ofVirtual().factory())),
            Map.entry(
                    "jdbc points/platform threads",
                    place -> Jdbc.points(place, Thread.ofPlatform().factory())),
            Map.entry("jdbc scan/weir", WeirJdbc::scan),
            Map.entry("jdbc scan/pgjdbc", Jdbc::scan),
            Map.entry("jdbc batch/weir", place -> WeirJdbc.batch(place, false)),
            Map.entry("jdbc batch/pgjdbc", place -> Jdbc.batch(place, false)),
            Map.entry("jdbc rewritten batch/weir", place -> WeirJdbc.batch(place, true)),
            Map.entry("jdbc rewritten batch/pgjdbc", place -> Jdbc.batch(place, true)),
            Map.entry("copy in/weir", WeirJdbc::copy),
            Map.entry("copy in/pgjdbc", Jdbc::copy),
            Map.entry("copy out/weir", WeirJdbc::copyOut),
            Map.entry("copy out/pgjdbc", Jdbc::copyOut),
            Map.entry("points/weir", WeirPostgres::points),
            Map.entry("points/vertx-pg", VertxClient::points),
            Map.entry("points/r2dbc", Spi::points),
            Map.entry("points/jooq", Spi::jooqPoints),
            Map.entry("scan/weir", WeirPostgres::scan),
            Map.entry("scan/vertx-pg", VertxClient::scan),
            Map.entry("scan/r2dbc", Spi::scan),
            Map.entry("scan/jooq", Spi::jooqScan),
            Map.entry("batch/weir", WeirPostgres::batch),
            Map.entry("batch/vertx-pg", VertxClient::batch),
            Map.entry("batch/r2dbc", Spi::batch),
            Map.entry("notification/weir", WeirPostgres::notification),
            Map.entry("notification/vertx-pg", VertxClient::notification),
            Map.entry("notification/r2dbc", Spi::notification),
            Map.entry("notification/pgjdbc", Jdbc::notification),
            Map.entry("channel/weir", WeirPostgres::channel),
            Map.entry("channel/vertx-pg", VertxClient::channel),
            Map.entry("channel/pgjdbc", Jdbc::channel)));

    private Serve() {}

    public static void main(String[] arguments) {
        try {
            run(arguments);
            System.exit(0); // the threads of some libraries would go on
        } catch (Exception | Error failure) {
            failure.printStackTrace();
            System.exit(1);
        }
    }

    private static void run(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (arguments[0].equals("server")) {
            Tables.serve(input);
            return;
        }
        String name = arguments[0] + "/" + arguments[1];
        Maker maker = WORKS.get(name);
        if (maker == null) {
            throw new IllegalArgumentException("there is no " + name + ", but " + WORKS.keySet());
        }
        work(maker.make(new Place(arguments[2], arguments[3])), input);
    }

    private static void work(Work work, BufferedReader input) throws Exception {
        System.out.println("ready");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long before = system.getProcessCpuTime();
            Work.Result result = work.turn(Double.parseDouble(line));
            double cpu = system.getProcessCpuTime() - before;
            print("rate", result.count() / result.seconds());
            print("cpu", cpu / 1e3 / result.count());
            result.others().forEach(Serve::print);
            System.out.println("done");
        }
    }

    private static void print(String name, double figure) {
        System.out.println(name + " " + figure);
    }

    /** Fails loudly: a figure of what did not work is none. */
    static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what);
        }
    }
}
