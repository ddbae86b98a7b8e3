package dev.weir.net;

import dev.weir.net.loop.Positive;
import dev.weir.net.tls.DatedTrust;
import dev.weir.net.tls.Loaded;
import dev.weir.net.tls.PemFiles;
import dev.weir.net.tls.TlsContexts;
import dev.weir.net.tls.TlsIdentity;
import dev.weir.net.tls.TlsSource;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.net.IDN;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What {@link ServerTls} says. */
record TlsSettings(
        TlsIdentity identity,
        @Nullable Path authorities,
        boolean required,
        Map<String, TlsSettings> hosts,
        Duration handshakeTimeout)
        implements ServerTls, TlsSource {
    /** Set to {@code jdk} to do without BoringSSL although it is there. */
    static final String PROPERTY = "dev.weir.net.tls";

    private static final Duration USUAL_HANDSHAKE = Duration.ofSeconds(10);

    /** What says who the server is; tries it at once, so that the place in the program shows where it is wrong. */
    static TlsSettings of(TlsIdentity identity) {
        var _ = identity.load();
        return new TlsSettings(identity, null, false, Map.of(), USUAL_HANDSHAKE);
    }

    @Override
    public ServerTls requireClients(Path newAuthorities) {
        return with(newAuthorities, true);
    }

    @Override
    public ServerTls acceptClients(Path newAuthorities) {
        return with(newAuthorities, false);
    }

    private ServerTls with(Path newAuthorities, boolean newRequired) {
        Objects.requireNonNull(newAuthorities, "authorities");
        var _ = PemFiles.certificates(newAuthorities);
        return new TlsSettings(identity, newAuthorities, newRequired, hosts, handshakeTimeout);
    }

    @Override
    public ServerTls host(String name, ServerTls other) {
        TlsSettings settings = (TlsSettings) other;
        if (!settings.hosts.isEmpty()) {
            throw new IllegalArgumentException("the settings of host " + name + " have hosts of their own: add those"
                    + " to the server's settings");
        }
        String star = name.startsWith("*.") ? "*." : "";
        String rest = name.substring(star.length());
        String plain = rest.endsWith(".") ? rest.substring(0, rest.length() - 1) : rest;
        if (plain.isEmpty() || plain.chars().anyMatch(c -> "*:/ ".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("\"" + name + "\" is no name of a host: it has no port, and a star may"
                    + " only be its first label, as in *.example.com");
        }
        Map<String, TlsSettings> more = new HashMap<>(hosts);
        more.put((star + IDN.toASCII(plain)).toLowerCase(Locale.ROOT), settings); // as clients ask for it
        return new TlsSettings(identity, authorities, required, Map.copyOf(more), handshakeTimeout);
    }

    @Override
    public ServerTls handshakeTimeout(Duration limit) {
        return new TlsSettings(identity, authorities, required, hosts, Positive.of(limit, "handshakeTimeout"));
    }

    @Override
    public TlsContexts load(List<String> protocols) {
        Map<TlsSettings, SslContext> made = new HashMap<>(); // hosts with the same settings are one
        Map<String, SslContext> named = new HashMap<>();
        TlsSettings own = alone();
        SslContext first = own.context(protocols);
        made.put(own, first);
        hosts.forEach((name, settings) ->
                named.put(name, made.computeIfAbsent(settings.alone(), other -> other.context(protocols))));
        return new TlsContexts(first, named, handshakeTimeout);
    }

    /** What a host shows and asks of clients, and nothing else that would make it another one. */
    private TlsSettings alone() {
        return new TlsSettings(identity, authorities, required, Map.of(), USUAL_HANDSHAKE);
    }

    private SslContext context(List<String> protocols) {
        Loaded loaded = identity.load();
        loaded.checkDates(Instant.now());
        SslContextBuilder builder = loaded.builder()
                .sslProvider(provider())
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE);
        if (authorities != null) {
            builder.trustManager(trust(authorities)).clientAuth(required ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        }
        if (!protocols.isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    protocols));
        }
        try {
            return builder.build();
        } catch (SSLException wrong) {
            throw new IllegalArgumentException("can't serve TLS with these settings: " + wrong.getMessage(), wrong);
        }
    }

    private static DatedTrust trust(Path authorities) {
        try {
            return DatedTrust.of(PemFiles.certificates(authorities));
        } catch (GeneralSecurityException wrong) {
            throw new IllegalArgumentException(
                    "can't trust clients by the certificates in " + authorities + ": " + wrong.getMessage(), wrong);
        }
    }

    private static SslProvider provider() {
        boolean jdk = "jdk".equals(System.getProperty(PROPERTY));
        return !jdk && OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    @Override
    public String toString() { // without a password
        return "ServerTls[" + (identity instanceof TlsIdentity.Pem pem ? pem.certificates() : "a key store")
                + ", hosts " + hosts.keySet() + "]";
    }
}
