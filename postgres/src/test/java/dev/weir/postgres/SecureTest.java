package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException.Reason;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS, and passwords that are proved without being sent: SCRAM-SHA-256. */
class SecureTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private static KeyStore certificate(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
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
    private static void write(Db db, String file, String text) {
        var _ = db.query("copy (select unnest(string_to_array('" + text.strip() + "', e'\\n'))) to program"
                        + " 'umask 077; cat > " + file + "'")
                .update()
                .await(GENEROUS);
    }

    @Test
    void statementsAndCancellationsGoOverTls(@TempDir Path folder) throws Exception {
        KeyStore keys = certificate(folder);
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            Database database = server.createDatabase();
            try (Postgres trusted = Postgres.of(database.url())) {
                Db db = trusted.db();
                String certificate =
                        pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
                Path root = Files.writeString(folder.resolve("root.crt"), certificate);
                write(db, "server.crt", certificate);
                write(
                        db,
                        "server.key",
                        pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
                write(
                        db,
                        "pg_hba.conf",
                        "host all postgres 127.0.0.1/32 trust\nhostssl all ann 127.0.0.1/32 scram-sha-256");
                for (String statement : new String[] {
                    "alter system set ssl = on",
                    "create role ann login password 'secret'",
                    "grant pg_read_all_stats to ann",
                    "do 'begin perform pg_reload_conf(); end'"
                }) {
                    var _ = db.query(statement).update().await(GENEROUS);
                }
                PostgresServer.await(
                        "it has TLS",
                        () -> "on".equals(db.query("show ssl").one(String.class).await(GENEROUS)));
                String at = "@127.0.0.1:" + server.port() + "/" + database.name();
                try (Postgres secure = Postgres.of("postgresql://ann:secret" + at + "?sslmode=require");
                        Postgres wrong = Postgres.of("postgresql://ann:guess" + at + "?sslmode=require");
                        Postgres verified = Postgres.of("postgresql://ann:secret" + at.replace("127.0.0.1", "localhost")
                                + "?sslmode=verify-full&sslrootcert=" + root);
                        Postgres unknown = Postgres.of("postgresql://ann:secret" + at + "?sslmode=verify-ca");
                        Postgres plain = Postgres.of("postgresql://ann:secret" + at + "?sslmode=disable")) {
                    One<Boolean> isTls = secure.db()
                            .query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
                            .one(Boolean.class);
                    assertEquals(true, isTls.await(GENEROUS));
                    assertEquals(
                            1,
                            verified.db().query("select 1").one(Integer.class).await(GENEROUS));
                    assertEquals(
                            Reason.CONNECTION,
                            DbLaws.failure(unknown.db().query("select 1").one(Integer.class))
                                    .reason());
                    assertEquals(
                            "28P01",
                            DbLaws.failure(wrong.db().query("select 1").one(Integer.class))
                                    .sqlState());
                    assertEquals(
                            "28000",
                            DbLaws.failure(plain.db().query("select 1").one(Integer.class))
                                    .sqlState());
                    Cancellable sleeping = secure.db()
                            .query(DbLaws.SLEEPING)
                            .one(Integer.class)
                            .subscribe();
                    String running =
                            "select count(*) from pg_stat_activity where query like '%slept' and state = 'active'"
                                    + " and pid <> pg_backend_pid()";
                    PostgresServer.await(
                            "it runs",
                            () -> db.query(running).one(Integer.class).await(GENEROUS) == 1);
                    sleeping.cancel();
                    PostgresServer.await(
                            "it has stopped",
                            () -> db.query(running).one(Integer.class).await(GENEROUS) == 0);
                    PostgresServer.await("free", () -> secure.db().load().inUse() == 0);
                }
            }
        }
    }
}
