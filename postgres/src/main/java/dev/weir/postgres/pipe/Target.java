package dev.weir.postgres.pipe;

import dev.weir.Cancellable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.SslMode;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a URL says (PostgreSQL 18, 32.1.1.2), with {@code sslmode} and {@code sslrootcert} as libpq has them.
 *
 * @param options where to connect to, and how
 * @param connectMillis how long that may take; 0 if the URL does not say
 */
public record Target(PgConnectOptions options, long connectMillis) {
    private static final String SYSTEM = "system"; // those that this JVM trusts
    private static final Pattern PARAMETERS = Pattern.compile("((?<!:/)/)?(\\?.*)?$"); // and a path that says nothing
    private static final Pattern PARTS =
            Pattern.compile("^[^:]+://((?<user>[^:@/?]+)?(:(?<password>[^@/?]*))?@)?[^/?]*(/(?<database>[^?]+))?");
    private static final Pattern ZONE = // among the settings of `options`
            Pattern.compile("(?:^|\\s)(?:-c\\s*|--)timezone\\s*=", Pattern.CASE_INSENSITIVE);
    private static final int LONGEST_SECONDS = 1_000_000; // what is longer does not fit into milliseconds

    /**
     * The one of a URL.
     *
     * @throws IllegalArgumentException if the URL is none of PostgreSQL, or has a parameter that would not hold
     */
    public static Target of(String url) {
        Map<String, String> parameters = UrlParameters.of(url);
        PgConnectOptions options = parsed(url);
        completed(url, options);
        apply(parameters, options);
        if (options.getDatabase().isEmpty()) {
            options.setDatabase(options.getUser());
        }
        options.setReconnectAttempts(0);
        SslMode mode = sslMode(parameters.get("sslmode"));
        String root = parameters.get("sslrootcert");
        checkRoot(root, mode, parameters.containsKey("sslmode"));
        if (mode == SslMode.VERIFY_FULL && parameters.containsKey("hostaddr")) {
            throw new IllegalArgumentException("the URL has hostaddr and sslmode=verify-full, which would compare the"
                    + " certificate with that address: write the host alone");
        }
        options.setSslMode(mode);
        if (mode != SslMode.DISABLE) {
            options.setSslOptions(tls(mode, SYSTEM.equals(root) ? null : root));
        }
        String seconds = parameters.get("connect_timeout");
        return new Target(options, seconds == null ? 0 : 1_000L * number(seconds, "connect_timeout", LONGEST_SECONDS));
    }

    /** A connection; what takes longer than so many milliseconds fails, and nothing is left of it. */
    public Future<PgConnection> connect(Loop loop, long millis) {
        Promise<PgConnection> made = Promise.promise();
        ConnectionFactory<PgConnectOptions> attempt = PgDriver.INSTANCE.createConnectionFactory(
                loop.vertx(),
                new NetClientOptions().setConnectTimeout((int) millis).setTcpKeepAlive(true));
        Cancellable timer = loop.after(millis, () -> {
            if (made.tryFail(new TimeoutException("the server has not answered for " + millis + " ms"))) {
                attempt.close((_, _) -> {}); // or the socket would stay, and each attempt have one more
            }
        });
        attempt.connect(loop.vertx().getOrCreateContext(), options)
                .onComplete(dialed -> loop.execute(() -> {
                    timer.cancel();
                    PgConnection connection = (PgConnection) dialed.result();
                    if (connection == null) {
                        made.tryFail(Failures.ofDialing(dialed.cause()));
                    } else if (!made.tryComplete(connection)) {
                        var _ = connection.close();
                    }
                }));
        return made.future();
    }

    private static PgConnectOptions parsed(String url) {
        try {
            return PgConnectOptions.fromUri(PARAMETERS.matcher(url).replaceFirst(""));
        } catch (IllegalArgumentException _) { // whose message has the password, as may its cause
            throw noUrl();
        }
    }

    /** What the URL leaves out is as libpq has it, and not a placeholder. */
    private static void completed(String url, PgConnectOptions options) {
        Matcher parts = PARTS.matcher(url);
        if (!parts.lookingAt()) {
            throw noUrl();
        }
        if (parts.group("user") == null) {
            options.setUser(System.getProperty("user.name"));
        }
        if (parts.group("password") == null) {
            options.setPassword("");
        }
        if (parts.group("database") == null) {
            options.setDatabase("");
        }
    }

    static IllegalArgumentException noUrl() {
        return new IllegalArgumentException(
                "this is no URL such as postgresql://user:password@host:5432/database, of one host: what is no letter,"
                        + " digit or one of -._~!* is written as %40 for an @; the URL is not told, as it may have a"
                        + " password");
    }

    private static void apply(Map<String, String> parameters, PgConnectOptions options) {
        Map<String, String> settings = new HashMap<>(PgConnectOptions.DEFAULT_PROPERTIES);
        if (!ZONE.matcher(parameters.getOrDefault("options", "")).find()) {
            settings.put("TimeZone", zone(TimeZone.getDefault().getID()));
        }
        parameters.forEach((name, value) -> {
            switch (name) {
                case "host" -> options.setHost(parameters.getOrDefault("hostaddr", value));
                case "hostaddr" -> options.setHost(value);
                case "port" -> options.setPort(number(value, name, 65_535));
                case "user" -> options.setUser(value);
                case "password" -> options.setPassword(value);
                case "dbname" -> options.setDatabase(value);
                case "application_name", "search_path", "options" -> settings.put(name, value);
                case "fallback_application_name" ->
                    settings.put("application_name", parameters.getOrDefault("application_name", value));
                default -> {} // is no matter of the driver
            }
        });
        options.setProperties(settings);
    }

    /** The JVM's, as with the JDBC driver: PostgreSQL counts offsets the other way round, as POSIX does. */
    private static String zone(String id) {
        return switch (id.startsWith("GMT") && id.length() > 3 ? id.charAt(3) : ' ') {
            case '+' -> "GMT-" + id.substring(4);
            case '-' -> "GMT+" + id.substring(4);
            default -> id;
        };
    }

    private static int number(String value, String name, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // neither is that
        }
        throw new IllegalArgumentException("the URL's " + name + " must be a number of 1 to " + most);
    }

    private static SslMode sslMode(@Nullable String value) {
        try {
            return value == null ? PgConnectOptions.DEFAULT_SSLMODE : SslMode.of(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the URL's sslmode must be one of disable, allow, prefer, require, verify-ca and verify-full", e);
        }
    }

    /** Whoever names a certificate wants the server to have it. */
    private static void checkRoot(@Nullable String root, SslMode mode, boolean said) {
        if (root != null && !said) {
            throw new IllegalArgumentException(
                    "the URL has sslrootcert and no sslmode, without which nothing is encrypted:"
                            + " add sslmode=verify-full");
        } else if (SYSTEM.equals(root) && mode != SslMode.VERIFY_FULL) {
            throw new IllegalArgumentException(
                    "the URL's sslrootcert=system, by which many may have a certificate, needs"
                            + " sslmode=verify-full");
        }
    }

    private static ClientSSLOptions tls(SslMode mode, @Nullable String root) {
        ClientSSLOptions tls = new ClientSSLOptions();
        if (root != null) {
            tls.setTrustOptions(new PemTrustOptions().addCertPath(root));
        } else if (mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL) {
            tls.setTrustOptions(ofTheJvm());
        } else {
            tls.setTrustAll(true); // it is kept from listeners, not from who claims to be the server
        }
        if (mode == SslMode.VERIFY_FULL) {
            tls.setHostnameVerificationAlgorithm("HTTPS");
        }
        return tls;
    }

    private static TrustOptions ofTheJvm() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return TrustOptions.wrap(factory.getTrustManagers()[0]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificates that this JVM trusts can't be read", e);
        }
    }
}
