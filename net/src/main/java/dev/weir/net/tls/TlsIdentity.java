package dev.weir.net.tls;

import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;

/** Where a certificate and its key come from. */
public sealed interface TlsIdentity {
    /** Reads them; blocks. */
    SslContextBuilder load();

    /** Files. */
    record Pem(Path certificates, Path key) implements TlsIdentity {
        public Pem {
            Objects.requireNonNull(certificates, "certificates");
            Objects.requireNonNull(key, "key");
        }

        @Override
        public SslContextBuilder load() {
            List<X509Certificate> chain = PemFiles.certificates(certificates);
            PrivateKey secret = PemFiles.key(key);
            if (!PemFiles.isPair(secret, chain.getFirst().getPublicKey())) {
                throw new IllegalArgumentException(
                        "the key in " + key + " is not that of the first certificate in " + certificates);
            }
            return SslContextBuilder.forServer(secret, chain);
        }
    }

    /** A store of the JDK. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Store(KeyStore store, char[] password) implements TlsIdentity {
        public Store {
            Objects.requireNonNull(store, "store");
        }

        @Override
        public SslContextBuilder load() {
            try {
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(store, password);
                return SslContextBuilder.forServer(keys);
            } catch (GeneralSecurityException wrong) {
                throw new IllegalArgumentException("can't take a key from the store: " + wrong.getMessage(), wrong);
            }
        }
    }
}
