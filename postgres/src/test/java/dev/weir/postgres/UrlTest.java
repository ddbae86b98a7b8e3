package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.postgres.pipe.Target;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import io.vertx.pgclient.PgConnectOptions;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in a URL holds, or is refused. */
class UrlTest {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    private static String url(String parameters) {
        return SERVER.database().url() + "?" + parameters;
    }

    private static String shown(String parameters, String setting) {
        try (Postgres postgres = Postgres.of(url(parameters))) {
            return postgres.db().query("show " + setting).one(String.class).await(GENEROUS);
        }
    }

    private static void assertRefused(String parameters, String advice) {
        String url = "postgresql://ann:s3cret@localhost/x?" + parameters;
        for (Executable use : List.<Executable>of(() -> Postgres.of(url), () -> Notifications.of(url))) {
            String message =
                    assertThrows(IllegalArgumentException.class, use, url).getMessage();
            assertTrue(message.contains(advice), message);
            assertFalse(message.contains("s3"), message);
        }
    }

    @Test
    void whatWouldNotHoldIsRefused() {
        Map.ofEntries(
                        Map.entry("statement_timeout=5000", "options=-c%20statement_timeout%3D30s"),
                        Map.entry("target_session_attrs=read-write", "the one host"),
                        Map.entry("targetServerType=primary", "the one host"),
                        Map.entry("load_balance_hosts=random", "the one host"),
                        Map.entry("connectTimeout=3", "connect_timeout"),
                        Map.entry("socketTimeout=3", "timeout(..)"),
                        Map.entry("currentSchema=desk", "search_path"),
                        Map.entry("ApplicationName=desk", "application_name"),
                        Map.entry("ssl=true", "sslmode=verify-full"),
                        Map.entry("sslmode=sometimes", "verify-ca"),
                        Map.entry("sslcert=client.pem", "sslcert"),
                        Map.entry("channel_binding=require", "verify-full"),
                        Map.entry("sslrootcert=root.pem", "add sslmode=verify-full"),
                        Map.entry("sslrootcert=system&sslmode=require", "needs sslmode=verify-full"),
                        Map.entry("hostaddr=127.0.0.1&sslmode=verify-full", "write the host alone"),
                        Map.entry("defaultRowFetchSize=10", "PostgresOptions.fetch"),
                        Map.entry("database=x", "dbname"),
                        Map.entry("properties=x", "properties"),
                        Map.entry("shared=true&sslmod=require", "shared"),
                        Map.entry("port=x", "1 to 65535"),
                        Map.entry("connect_timeout=0", "connect_timeout must be a number of 1"),
                        Map.entry("connect_timeout=2s", "connect_timeout must be a number of 1"),
                        Map.entry("password=a&s3=b", "may have a password"),
                        Map.entry("password=%s3", "may have a password"))
                .forEach(UrlTest::assertRefused);
        assertThrows(IllegalArgumentException.class, () -> Postgres.of("postgresql://ann@one,two/x"));
    }

    @Test
    void whatIsDoneAnywayMayBeSaid() {
        assertEquals(
                "UTF8", shown("target_session_attrs=any&client_encoding=utf8&gssencmode=prefer", "client_encoding"));
    }

    @Test
    void settingsHold() {
        assertEquals("30s", shown("options=-c%20statement_timeout%3D30s", "statement_timeout"));
        assertEquals("rates", shown("search_path=rates", "search_path"));
        assertEquals("desk", shown("fallback_application_name=x&application_name=desk", "application_name"));
        assertEquals("desk", shown("fallback_application_name=desk", "application_name"));
        assertEquals("desk", shown("Application_Name=desk&fallback_application_name=", "application_name"));
    }

    /** As with the JDBC driver, so that a time without a zone is the same instant. */
    @Test
    void theTimeZoneIsThatOfTheJvm() {
        try (Postgres postgres = Postgres.of(url(""))) {
            String database = postgres.db()
                    .query("select current_database()")
                    .one(String.class)
                    .await(GENEROUS);
            postgres.db()
                    .query("alter database " + database + " set timezone to 'Asia/Tokyo'")
                    .update()
                    .await(GENEROUS);
        }
        assertEquals(TimeZone.getDefault().getID(), shown("", "timezone"));
        assertEquals("Asia/Seoul", shown("options=-c%20TimeZone%3DAsia/Seoul", "timezone"));
    }

    @ParameterizedTest
    @CsvSource({
        "-c%20TimeZone%3DUTC, false",
        "-cwork_mem%3D8MB%20-ctimezone%20%3D%20UTC, false",
        "--timezone%3DUTC, false",
        "-c%20app.timezone%3DUTC, true",
        "-c%20timezone_abbreviations%3DIndia, true",
        "-c%20search_path%3Dtimezone, true"
    })
    void itIsUnlessTheOptionsSayAnother(String options, boolean isOfTheJvm) {
        Map<String, String> told =
                Target.of("postgresql://localhost?options=" + options).options().getProperties();
        assertEquals(isOfTheJvm ? TimeZone.getDefault().getID() : null, told.get("TimeZone"));
    }

    /** PostgreSQL counts offsets the other way round. */
    @ParameterizedTest
    @CsvSource({"GMT+05:30, GMT-05:30", "GMT-03:00, GMT+03:00", "GMT, GMT", "Europe/Berlin, Europe/Berlin"})
    void aTimeZoneMayBeAnOffset(String ours, String told) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(ours));
        try {
            assertEquals(
                    told,
                    Target.of("postgresql://localhost")
                            .options()
                            .getProperties()
                            .get("TimeZone"));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void whatIsLeftOutIsAsWithOthers() {
        String user = System.getProperty("user.name");
        PgConnectOptions options = Target.of("postgresql://localhost").options();
        assertEquals(List.of(user, user, ""), List.of(options.getUser(), options.getDatabase(), options.getPassword()));
        options = Target.of("postgresql://?host=db&user=ann&dbname=desk").options();
        assertEquals(
                List.of("db", "ann", "desk"), List.of(options.getHost(), options.getUser(), options.getDatabase()));
        options = Target.of("postgresql://ann@localhost/?password=x").options();
        assertEquals(
                List.of("ann", "ann", "x"), List.of(options.getUser(), options.getDatabase(), options.getPassword()));
        options = Target.of("postgresql://a%40b:c%2Fd@localhost:5/desk").options();
        assertEquals(
                List.of("a@b", "desk", "c/d"),
                List.of(options.getUser(), options.getDatabase(), options.getPassword()));
    }

    @Test
    void placesInParametersGoBeforeThoseInFront() {
        String[] place = SERVER.database().url().split("[@:/]+");
        try (Postgres postgres = Postgres.of("postgresql://bob:x@nowhere:1/none?user=postgres&password=any&host=nowhere"
                + "&hostaddr=127.0.0.1&port=" + place[3] + "&dbname=" + place[4])) {
            assertEquals(1, postgres.db().query("select 1").one(Integer.class).await(GENEROUS));
        }
    }

    @Test
    void theCertificatesOfTheJvmMayBeNamed() {
        try (Postgres postgres = Postgres.of(url("sslmode=verify-full&sslrootcert=system"))) { // the server has no TLS
            SqlException failure =
                    DbLaws.failure(postgres.db().query("select 1").one(Integer.class));
            assertEquals(Reason.CONNECTION, failure.reason(), failure::toString);
            assertFalse(failure.getMessage().contains("system"), failure.getMessage());
        }
    }

    @Test
    void aConnectionMayTakeAsLongAsItSays() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            String url = "postgresql://postgres@127.0.0.1:" + silent.getLocalPort() + "/x?connect_timeout=1";
            try (Postgres postgres = Postgres.of(url);
                    Notifications notifications = Notifications.of(url)) {
                SqlException failure =
                        DbLaws.failure(postgres.db().query("select 1").one(Integer.class));
                assertEquals(Reason.CONNECTION, failure.reason());
                assertTrue(failure.getMessage().contains("1000 ms"), failure.getMessage());
                Probe.subscribeTo(notifications.listen("rates"))
                        .awaitEnd()
                        .assertItemCount(0)
                        .assertFailed(told -> told.getMessage().contains("1000 ms"));
            }
        }
    }

    /** Nor is anything left of an attempt that nobody waits for any more. */
    @Test
    void anAttemptToListenThatHangsIsClosed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Notifications notifications = Notifications.builder()
                        .heartbeat(Duration.ofSeconds(1), Duration.ofMillis(100)) // of which thirty
                        .build("postgresql://postgres@127.0.0.1:" + silent.getLocalPort() + "/x")) {
            silent.setSoTimeout((int) GENEROUS.toMillis());
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            try (Socket dialed = silent.accept()) {
                dialed.setSoTimeout((int) GENEROUS.toMillis());
                byte[] _ = dialed.getInputStream().readAllBytes(); // up to its end: it has one
            }
            probe.awaitEnd().assertItemCount(0);
        }
    }

    @Test
    void parametersAreDecodedAsOthersDo() {
        assertEquals(
                "a+b ",
                Target.of("postgresql://ann@localhost/?password=a+b%20")
                        .options()
                        .getPassword());
    }
}
