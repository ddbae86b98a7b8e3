package dev.weir.desk;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.http.HttpServer;
import dev.weir.net.tcp.TcpServer;
import dev.weir.rsocket.RSocketServer;
import dev.weir.sql.SqlException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Starts the desk, and ends it. */
public final class Desk {
    private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");
    private static final Duration TO_FINISH = Duration.ofSeconds(3);
    private static final Duration TO_END = Duration.ofSeconds(4);
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final HttpServer http;
    private final TcpServer tcp;
    private final RSocketServer rsocket;
    private final Cancellable drift;
    private final Database database;

    private Desk(HttpServer http, TcpServer tcp, RSocketServer rsocket, Cancellable drift, Database database) {
        this.database = database;
        this.http = http;
        this.tcp = tcp;
        this.rsocket = rsocket;
        this.drift = drift;
    }

    public static void main(String[] arguments) {
        System.getProperties().putIfAbsent("java.util.logging.SimpleFormatter.format", "%4$s: %5$s%6$s%n");
        if (Options.asksForHelp(arguments)) {
            System.out.print(Options.HELP);
            return;
        }
        try {
            Desk desk = start(Options.parse(arguments)).await();
            desk.drainAtExit();
            desk.announce(System.out);
        } catch (Refused misuse) {
            exit(MISUSED, misuse.getMessage());
        } catch (AddressInUseException taken) {
            exit(FAILED, taken.getMessage() + ": --http, --tcp and --rsocket choose it");
        } catch (UncheckedIOException | Database.NotStarted cannotRun) {
            exit(FAILED, cannotRun.getMessage());
        } catch (SqlException noDatabase) {
            exit(FAILED, noDatabase.getMessage() + ": --pg-url chooses the database");
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case UnknownHostException unknown -> exit(FAILED, unknown.getMessage());
                case TimeoutException late ->
                    exit(FAILED, "the database can't be opened: " + late.getMessage() + ": --pg-url chooses it");
                case null, default -> throw failure;
            }
        }
    }

    static One<Desk> start(Options options) {
        Rates rates = new Rates(Table.BASE);
        return Database.open(options.pgUrl(), rates)
                .flatMap(database -> start(rates, database, options).doOnError(failure -> database.close()));
    }

    private static One<Desk> start(Rates rates, Database database, Options options) {
        return new TcpDesk(rates, options.delay())
                .server()
                .bind(options.bind(), options.tcp())
                .maxConnections(options.maxConnections())
                .start()
                .flatMap(lines -> start(rates, database, options, lines).doOnError(failure -> lines.close()));
    }

    private static One<Desk> start(Rates rates, Database database, Options options, TcpServer lines) {
        return new RSocketDesk(rates, database.store(), options.maxStreams())
                .server()
                .bind(options.bind(), options.rsocket())
                .maxConnections(options.maxConnections())
                .start()
                .flatMap(routes -> http(rates, database.store(), options, lines.port())
                        .doOnError(failure -> routes.close())
                        .map(web -> new Desk(web, lines, routes, drift(rates, database, options), database)));
    }

    private static One<HttpServer> http(Rates rates, Store store, Options options, int tcp) {
        return new HttpDesk(rates, store, store.states(), options.maxStreams(), tcp)
                .server()
                .bind(options.bind(), options.http())
                .maxInFlight(options.maxInFlight())
                .maxConnections(options.maxConnections())
                .start();
    }

    /** In a database that others have, too, rates walk no more than they are moved. */
    private static Cancellable drift(Rates rates, Database database, Options options) {
        return options.still() || !options.pgUrl().isEmpty()
                ? () -> {}
                : new Drift(rates, database.store()).walk().subscribe();
    }

    private void announce(PrintStream out) {
        out.println("http://" + text(http.address()) + "  the page, JSON and events");
        out.println("tcp://" + text(tcp.address()) + "   an amount in EUR per line");
        out.println("tcp://" + text(rsocket.address()) + "   RSocket: rates, conversions");
        out.println("desk ready");
    }

    /** The address as one types it into a browser. */
    static String text(InetSocketAddress address) {
        if (address.getAddress().isAnyLocalAddress()) {
            return "localhost:" + address.getPort() + " (all addresses)";
        }
        String host = ZEROS.matcher(address.getAddress().getHostAddress()).replaceFirst("::");
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Answers what was asked, then closes; what is not done when the time is over is cut. */
    One<@Nullable Void> shutdown(Duration time) {
        drift.cancel();
        return One.all(List.of(http.shutdown(time), tcp.shutdown(time), rsocket.shutdown(time)))
                .<@Nullable Void>map(_ -> null)
                .doFinally(_ -> database.close());
    }

    /** A signal is how a desk is meant to end, so the exit code is 0, where the JVM's would be 143. */
    private void drainAtExit() {
        Thread drain = Thread.ofPlatform().name("desk-drain").unstarted(() -> {
            try {
                System.out.println("draining, at most " + TO_FINISH.toSeconds() + " s ...");
                shutdown(TO_FINISH).await(TO_END);
            } finally {
                Runtime.getRuntime().halt(0);
            }
        });
        Runtime.getRuntime().addShutdownHook(drain);
    }

    private static void exit(int code, @Nullable String reason) {
        System.err.println("weir desk: " + reason);
        System.exit(code);
    }
}
