package dev.weir.net;

import dev.weir.CheckReturnValue;
import dev.weir.net.tls.DatedTrust;
import dev.weir.net.tls.PemFiles;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * How a client makes connections secure: TLS 1.3 and 1.2, whom it trusts, who it is itself. Immutable; files are
 * read when they are named: with {@link java.io.UncheckedIOException} if one can't be read, {@link
 * IllegalArgumentException} if it is not what it should be. The server's name (RFC 9525) and the dates of its certificate
 * are verified, also of one that is itself trusted, unless {@link #insecure()} says otherwise.
 */
@CheckReturnValue
public final class ClientTls {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private final SSLContext context;
    private final Parts parts;

    /**
     * What a context is made of.
     *
     * @param trust null for whom the JDK trusts
     * @param keys adds what the client shows of itself
     */
    private record Parts(
            @Nullable TrustManager trust,
            UnaryOperator<SslContextBuilder> keys,
            @Nullable String serverName,
            boolean insecure) {}

    private ClientTls(Parts parts) {
        this.parts = parts;
        this.context = context(parts);
    }

    /** Trusts whom the JDK trusts, has no certificate of its own. */
    public static ClientTls standard() {
        return new ClientTls(new Parts(null, UnaryOperator.identity(), null, false));
    }

    /**
     * Trusts any server whatever its name: whoever is on the way can read and change everything. For experiments
     * with one's own servers only.
     */
    public static ClientTls insecure() {
        TrustManager any = InsecureTrustManagerFactory.INSTANCE.getTrustManagers()[0];
        return new ClientTls(new Parts(any, UnaryOperator.identity(), null, true));
    }

    /** Trusts those whom the certificates in a PEM file vouch for, and nobody else. */
    public ClientTls trust(Path pem) {
        Objects.requireNonNull(pem, "pem");
        try {
            return trusting(DatedTrust.of(PemFiles.certificates(pem)));
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /** Trusts those whom the certificates in a key store vouch for, and nobody else. */
    public ClientTls trust(KeyStore store) {
        Objects.requireNonNull(store, "store");
        try {
            return trusting(DatedTrust.in(store));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key store can't be used to trust servers: " + e.getMessage(), e);
        }
    }

    private ClientTls trusting(TrustManager trust) {
        return new ClientTls(new Parts(trust, parts.keys, parts.serverName, parts.insecure));
    }

    /** Shows servers that ask for it a certificate with its chain, in PEM; the key is in PEM and PKCS #8, unencrypted. */
    public ClientTls certificate(Path certificates, Path key) {
        PrivateKey secret = PemFiles.key(Objects.requireNonNull(key, "key"));
        List<X509Certificate> chain = PemFiles.certificates(Objects.requireNonNull(certificates, "certificates"));
        return showing(builder -> builder.keyManager(secret, chain));
    }

    /** Shows servers that ask for it a certificate out of a key store. */
    public ClientTls certificate(KeyStore store, char[] password) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return showing(builder -> builder.keyManager(factory));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key store has no key that can be used: " + e.getMessage(), e);
        }
    }

    private ClientTls showing(UnaryOperator<SslContextBuilder> keys) {
        return new ClientTls(new Parts(parts.trust, keys, parts.serverName, parts.insecure));
    }

    /**
     * Asks for the server of that name, or address, and expects its certificate, whatever host was connected to.
     *
     * @throws IllegalArgumentException if no certificate can have the name, as with an underscore in it
     */
    public ClientTls serverName(String name) {
        String expected = DatedTrust.isAddress(name) ? name : name(name).getAsciiName();
        return new ClientTls(new Parts(parts.trust, parts.keys, expected, parts.insecure));
    }

    private static SSLContext context(Parts parts) {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .trustManager(parts.trust != null ? parts.trust : DatedTrust.in(null));
            return ((JdkSslContext) parts.keys.apply(builder).build()).context();
        } catch (GeneralSecurityException | SSLException e) {
            throw unusable(e);
        }
    }

    private static IllegalArgumentException unusable(Exception failure) {
        return new IllegalArgumentException(
                "can't make connections secure with these certificates and keys: " + reason(failure), failure);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure.getMessage() + (cause == null ? "" : " (" + cause.getMessage() + ")");
    }

    /** The name without the dot that may end it, which neither TLS nor certificates have (RFC 6066 section 3). */
    private static SNIHostName name(String host) {
        try {
            return new SNIHostName(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "no certificate can be for the name \"" + host
                            + "\": ClientTls.standard().serverName(name) expects another name",
                    malformed);
        }
    }

    /**
     * The engine for one connection.
     *
     * @param protocols those to choose from by ALPN (RFC 7301), the best first
     * @throws IllegalArgumentException if no certificate can have the host's name
     */
    public SSLEngine engine(String host, int port, List<String> protocols) {
        String asked = parts.serverName != null ? parts.serverName : host;
        SNIHostName sni = DatedTrust.isAddress(asked) ? null : name(asked);
        String name = sni == null ? asked : sni.getAsciiName();
        SSLEngine engine = context.createSSLEngine(name, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setApplicationProtocols(protocols.toArray(new String[0]));
        if (sni != null) {
            parameters.setServerNames(List.of(sni));
        }
        if (!parts.insecure) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        engine.setSSLParameters(parameters);
        return engine;
    }
}
