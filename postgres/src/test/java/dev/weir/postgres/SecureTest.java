package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.postgres.Notification.Listening;
import dev.weir.postgres.Notification.Message;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** TLS, and passwords that are proved without being sent: SCRAM-SHA-256. */
class SecureTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private static EmbeddedPostgres server;
    private static Postgres trusted;
    private static String database;
    private static Path root;

    private static KeyStore certificate(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1", // without the optimizing compiler it takes half the time
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start()
                .waitFor();
        assertEquals(0, exit);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(file.toFile())) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static String pem(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + what + "-----\n";
    }

    /** Has the server write it into its own folder. */
    private static void write(String file, String text) {
        run("copy (select unnest(string_to_array('" + text.strip() + "', e'\\n'))) to program 'umask 077; cat > " + file
                + "'");
    }

    private static void run(String sql) {
        var _ = trusted.db().query(sql).update().await(GENEROUS);
    }

    private static <T> T one(Db db, String sql, Class<T> type) {
        return db.query(sql).one(type).await(GENEROUS);
    }

    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        KeyStore keys = certificate(folder);
        server = EmbeddedPostgres.start();
        Database made = server.createDatabase();
        database = made.name();
        trusted = Postgres.of(made.url());
        String certificate = pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
        root = Files.writeString(Files.createTempFile("root", ".crt"), certificate);
        write("server.crt", certificate);
        write("server.key", pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
        write("pg_hba.conf", "host all postgres 127.0.0.1/32 trust\nhostssl all ann,bob 127.0.0.1/32 scram-sha-256");
        run("alter system set ssl = on");
        run("create role ann login password 'secret'");
        run("grant pg_read_all_stats to ann");
        var _ = trusted.db()
                .tx(t -> t.query("set local scram_iterations = 1000001")
                        .update()
                        .then(t.query("create role bob login password 'secret'").update()))
                .await(GENEROUS);
        run("do 'begin perform pg_reload_conf(); end'");
        PostgresServer.await("it has TLS", () -> "on".equals(one(trusted.db(), "show ssl", String.class)));
    }

    @AfterAll
    static void stop() throws Exception {
        trusted.close();
        server.close();
        Files.delete(root);
    }

    private static String url(String password, String host, String options) {
        return urlOf("ann", password, host, options);
    }

    private static String urlOf(String user, String password, String host, String options) {
        return "postgresql://" + user + ":" + password + "@" + host + ":" + server.port() + "/" + database + "?"
                + options;
    }

    private static String verified() {
        return url("secret", "localhost", "sslmode=verify-full&sslrootcert=" + root);
    }

    private static String encrypted() {
        return url("secret", "127.0.0.1", "sslmode=require");
    }

    @Test
    void statementsGoOverTls() {
        try (Postgres secure = Postgres.of(encrypted());
                Postgres verified = Postgres.of(verified())) {
            for (Postgres one : List.of(secure, verified)) {
                assertEquals(
                        true, one(one.db(), "select ssl from pg_stat_ssl where pid = pg_backend_pid()", Boolean.class));
            }
        }
    }

    private static SqlException refused(String url) {
        try (Postgres wrong = Postgres.of(url);
                Notifications none = Notifications.of(url)) {
            SqlException refusal = DbLaws.failure(wrong.db().query("select 1").one(Integer.class));
            Probe<Notification> listening = Probe.subscribeTo(none.listen("rates"));
            listening
                    .awaitEnd()
                    .assertItemCount(0)
                    .assertFailed(failure -> failure instanceof SqlException same
                            && same.reason() == refusal.reason()
                            && String.valueOf(same.sqlState()).equals(String.valueOf(refusal.sqlState())));
            return refusal;
        }
    }

    @Test
    void whoeverIsNotWhoHeSaysIsRefused() {
        assertEquals(
                "28P01", refused(url("guess", "127.0.0.1", "sslmode=require")).sqlState());
        assertEquals(
                "28000", refused(url("secret", "127.0.0.1", "sslmode=disable")).sqlState());
        assertEquals(
                Reason.CONNECTION,
                refused(url("secret", "127.0.0.1", "sslmode=verify-ca")).reason());
        assertEquals(
                Reason.CONNECTION,
                refused(SERVER.database().url() + "?sslmode=require").reason()); // it has no TLS
        assertEquals(
                Reason.CONNECTION,
                refused(url("secret", "127.0.0.1", "sslmode=verify-full&sslrootcert=" + root))
                        .reason());
    }

    @Test
    void aPasswordThatIsHashedTooOftenIsRefused() {
        SqlException refusal = refused(urlOf("bob", "secret", "127.0.0.1", "sslmode=require"));
        assertEquals(Reason.CONNECTION, refusal.reason());
        assertTrue(refusal.getMessage().contains("in more than 1000000 rounds"), refusal.getMessage());
    }

    @Test
    void cancellationsGoOverTls() {
        try (Postgres secure = Postgres.of(encrypted())) {
            Cancellable sleeping =
                    secure.db().query(DbLaws.SLEEPING).one(Integer.class).subscribe();
            String running = "select count(*) from pg_stat_activity where query like '%slept' and state = 'active' and"
                    + " pid <> pg_backend_pid()";
            PostgresServer.await("it runs", () -> one(trusted.db(), running, Integer.class) == 1);
            sleeping.cancel();
            PostgresServer.await("it has stopped", () -> one(trusted.db(), running, Integer.class) == 0);
            PostgresServer.await("free", () -> secure.db().load().inUse() == 0);
        }
    }

    @Test
    void notificationsGoOverTls() {
        String ofListeners =
                "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where ssl and usename ="
                        + " 'ann' and query ilike 'listen%'";
        for (String url : List.of(encrypted(), verified())) {
            try (Notifications notifications = Notifications.of(url);
                    Postgres secure = Postgres.of(url)) {
                Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
                probe.awaitItems(1).assertItems(new Listening("rates"));
                assertEquals(1, one(trusted.db(), ofListeners, Integer.class));
                One<Void> sent = Notifications.notify(secure.db(), "rates", "USD");
                sent.await(GENEROUS);
                probe.awaitItems(2);
                assertEquals("USD", ((Message) probe.items().getLast()).payload());
                probe.cancel();
            }
            PostgresServer.await("it has hung up", () -> one(trusted.db(), ofListeners, Integer.class) == 0);
        }
    }
}
