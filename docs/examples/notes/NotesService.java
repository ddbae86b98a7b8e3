package notes;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.weir.net.AddressInUseException;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.filter.AccessLog;
import dev.weir.net.http.filter.Deadline;
import dev.weir.net.http.filter.Health;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What the service is made of, how it starts, and how it ends. */
final class NotesService implements AutoCloseable {
    private final Settings settings;
    private final HikariDataSource pool;
    private final Health health;
    private final AccessLog log;
    private final HttpServer server;

    public static void main(String[] arguments) {
        try {
            run(Settings.of(System.getenv()));
        } catch (IllegalArgumentException | AddressInUseException | PoolInitializationException cannotStart) {
            System.err.println(cannotStart.getMessage());
            System.exit(1);
        }
    }

    static void run(Settings settings) {
        NotesService service = new NotesService(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(service::close, "close")); // SIGTERM, Ctrl-C
        IO.println("http://" + settings.host() + ":" + service.port() + "/notes");
    }

    NotesService(Settings settings) {
        this.settings = settings;
        pool = pool(settings);
        Db db = Db.jdbc(
                pool,
                JdbcOptions.permits(settings.connections())
                        .waiting(200, settings.query().dividedBy(2)));
        // tag::parts
        health = Health.builder()
                .check(
                        "database",
                        Duration.ofSeconds(2),
                        () -> db.query("select 1").one(Integer.class))
                .build();
        log = AccessLog.json(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        Notes notes = new Notes(db, settings.query());
        server = db.query(Notes.TABLE)
                .update()
                .then(HttpServer.builder()
                        .bind(settings.host(), settings.port())
                        .handler(new NotesApi(notes)
                                .routes()
                                .with(Deadline.of(settings.deadline()))
                                .under("", health.routes()))
                        .maxBody(16 * 1024)
                        .maxConnections(1_000) // live streams count
                        .maxInFlight(500) // beyond it 503 at once
                        .alwaysServe(Health::isAsked)
                        .observe(log)
                        .start())
                .doOnError(failure -> pool.close())
                .await();
        // end::parts
    }

    private static HikariDataSource pool(Settings settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.databaseUrl());
        config.setMaximumPoolSize(settings.connections());
        config.setConnectionTimeout(settings.query().toMillis() / 2);
        config.setValidationTimeout(settings.query().toMillis() / 4);
        config.addDataSourceProperty("socketTimeout", "30"); // s of a server that is silent
        return new HikariDataSource(config);
    }

    int port() {
        return server.port();
    }

    // tag::close
    @Override
    public void close() {
        try {
            health.shutdown(server, settings.lag(), settings.drain())
                    .await(); // a 503 for balancers, then the end of requests
        } finally {
            log.close(); // writes what waits
            pool.close(); // nobody asks the database any more
        }
    }
    // end::close
}
