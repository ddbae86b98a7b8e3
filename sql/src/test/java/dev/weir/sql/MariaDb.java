package dev.weir.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The MariaDB of this machine, if it has one, for the tests of a class; a database and a pool for each. */
final class MariaDb implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    /** A query of one number that does not end by itself; {@code sleep} would end with a value when it is stopped. */
    static final String ENDLESS = "select count(*) from seq_1_to_1000000 a, seq_1_to_1000000 b where a.seq + b.seq < 0";

    private Path folder;
    private Process server;
    private int port;
    private HikariDataSource pool;
    private HikariDataSource preparing;

    private static Optional<Path> program(String name) {
        return Stream.concat(
                        Arrays.stream(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin", "/sbin"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Optional<Path> install = program("mariadb-install-db");
        Optional<Path> serve = program("mariadbd");
        assumeTrue(
                install.isPresent() && serve.isPresent(), "there is no mariadbd on the PATH: install mariadb-server");
        folder = Files.createTempDirectory("weir-mariadb");
        List<String> shared = List.of("--no-defaults", "--datadir=" + folder.resolve("data"), "--user=" + user());
        Process installing =
                start(install.get(), shared, List.of("--auth-root-authentication-method=normal", "--skip-test-db"));
        if (installing.waitFor() != 0) {
            throw new IOException("mariadb-install-db failed: " + Files.readString(folder.resolve("log")));
        }
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        server = start(
                serve.get(),
                shared,
                List.of("--bind-address=127.0.0.1", "--port=" + port, "--socket=" + folder.resolve("socket")));
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        awaitConnection();
    }

    private static String user() {
        return System.getProperty("user.name");
    }

    private Process start(Path program, List<String> shared, List<String> others) throws IOException {
        ProcessBuilder starting = new ProcessBuilder(Stream.of(List.of(program.toString()), shared, others)
                        .flatMap(List::stream)
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        starting.environment().put("TMPDIR", folder.toString()); // each clears what others left in the one they share
        return starting.start();
    }

    /** The driver does nothing about what only reads, as those before 4.0. */
    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database
                + "?user=root&sslMode=disable&readOnlyPropagatesToServer=false";
    }

    private void awaitConnection() throws Exception {
        long deadline = System.nanoTime() + H2.GENEROUS.toNanos();
        while (true) {
            try {
                DriverManager.getConnection(url("")).close();
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() > deadline || server.waitFor(20, TimeUnit.MILLISECONDS)) {
                    throw new IOException(Files.readString(folder.resolve("log")), notYet);
                }
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws SQLException {
        String database = "d" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + database);
        }
        pool = pool(url(database));
        preparing = pool(url(database) + "&useServerPrepStmts=true");
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(H2.CONNECTIONS);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    DataSource pool() {
        return pool;
    }

    /** Has the server prepare statements, where the driver of the other puts the values into the text. */
    DataSource preparing() {
        return preparing;
    }

    int active() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        pool.close();
        preparing.close();
        LeftThreads.await();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (server != null) {
            server.destroy();
            server.waitFor();
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted((one, other) -> other.compareTo(one))
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
