package dev.weir.net;

import dev.weir.CheckReturnValue;
import dev.weir.net.tls.TlsIdentity;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;

/**
 * How a server encrypts its connections: TLS 1.2 and 1.3, with ciphers that keep what was recorded secret even if the
 * key becomes known later. Immutable: each method gives another one.
 *
 * <pre>{@code
 * HttpServer.builder().tls(ServerTls.pem(Path.of("chain.pem"), Path.of("key.pem")))
 * }</pre>
 *
 * <p>Files are read when they are named here, so that what is wrong with them shows at once, and anew when a server
 * starts and when its {@code reloadTls(..)} is called: with {@link java.io.UncheckedIOException} if one can't be read,
 * {@link IllegalArgumentException} if it is not what it should be. The JDK's TLS is used, or
 * BoringSSL, which is faster, if {@code io.netty:netty-tcnative-boringssl-static} is on the class path and {@code
 * -Ddev.weir.net.tls=jdk} is not set.
 */
@CheckReturnValue
public sealed interface ServerTls permits TlsSettings {
    /**
     * A certificate and its key in PEM files.
     *
     * @param certificates the server's own first, then those that lead to a known authority
     * @param key in PKCS#8 ({@code BEGIN PRIVATE KEY}), not encrypted
     */
    static ServerTls pem(Path certificates, Path key) {
        return TlsSettings.of(new TlsIdentity.Pem(certificates, key));
    }

    /** The certificates and keys of a store, which is asked anew each time that they are loaded. */
    static ServerTls keyStore(KeyStore store, char[] password) {
        return TlsSettings.of(new TlsIdentity.Store(store, password.clone()));
    }

    /**
     * Only clients with a certificate of one of these authorities get in; by default clients are asked for none.
     *
     * @param authorities certificates in a PEM file
     */
    ServerTls requireClients(Path authorities);

    /** Clients are asked for a certificate, and need not have one; a wrong one keeps them out. */
    ServerTls acceptClients(Path authorities);

    /**
     * Clients that ask for this name get that certificate, and are asked for theirs as it says. Those that ask for no
     * name or another one get the first certificate. Requests for a
     * host whose certificate or demands are others than those of the connection that they come by are answered with 421,
     * also those that name no host where it is not the first one's. Its {@link #handshakeTimeout} does not matter: which
     * host is asked for is known only in the midst of the handshake.
     *
     * @param name a name such as {@code example.com}, or {@code *.example.com} for all names with one label more
     */
    ServerTls host(String name, ServerTls other);

    /** How long a client may take to agree on a key, whatever host it asks for: 10 seconds. Beyond it the connection is closed. */
    ServerTls handshakeTimeout(Duration limit);
}
