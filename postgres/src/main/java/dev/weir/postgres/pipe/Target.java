package dev.weir.postgres.pipe;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManagerFactory;

/** What a URL says (PostgreSQL 18, 32.1.1.2), with {@code sslmode} and {@code sslrootcert} as libpq has them. */
public final class Target {
    private static final Pattern ROOT = Pattern.compile("[?&]sslrootcert=([^&]+)");

    private Target() {}

    /**
     * Where to connect to, and how.
     *
     * @throws IllegalArgumentException if the URL is none of PostgreSQL
     */
    public static PgConnectOptions of(String url) {
        PgConnectOptions options = parsed(url);
        Map<String, String> properties = new HashMap<>(PgConnectOptions.DEFAULT_PROPERTIES);
        properties.putAll(options.getProperties());
        options.setProperties(properties); // of which the driver has none where the URL has others
        SslMode mode = options.getSslMode();
        Matcher found = ROOT.matcher(url);
        String root = found.find() ? URLDecoder.decode(found.group(1), StandardCharsets.UTF_8) : null;
        options.setReconnectAttempts(0);
        if (mode != SslMode.DISABLE) {
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
            options.setSslOptions(tls);
        }
        return options;
    }

    private static PgConnectOptions parsed(String url) {
        try {
            return PgConnectOptions.fromUri(url);
        } catch (IllegalArgumentException _) { // whose message has the password, as may its cause
            throw new IllegalArgumentException(
                    "this is no URL such as postgresql://user:password@host:5432/database: what is no letter, digit or"
                        + " one of -._~!* is written as %40 for an @; the URL is not told, as it may have a password");
        }
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
