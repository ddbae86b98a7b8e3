package dev.weir.net.tls;

import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/** Where a certificate and its key come from. */
public sealed interface TlsIdentity {
    /** Reads them; blocks. */
    Loaded load();

    /** Files. */
    record Pem(Path certificates, Path key) implements TlsIdentity {
        public Pem {
            Objects.requireNonNull(certificates, "certificates");
            Objects.requireNonNull(key, "key");
        }

        @Override
        public Loaded load() {
            List<X509Certificate> chain = PemFiles.certificates(certificates);
            PrivateKey secret = PemFiles.key(key);
            if (!PemFiles.isPair(secret, chain.getFirst().getPublicKey())) {
                throw new IllegalArgumentException(
                        "the key in " + key + " is not that of the first certificate in " + certificates);
            }
            return new Loaded(SslContextBuilder.forServer(secret, chain), certificates.toString(), chain);
        }
    }

    /** A store of the JDK. */
    @SuppressWarnings("ArrayRecordComponent") // compared by what it has
    record Store(KeyStore store, char[] password) implements TlsIdentity {
        public Store {
            Objects.requireNonNull(store, "store");
        }

        @Override
        public Loaded load() {
            try {
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(store, password);
                return new Loaded(SslContextBuilder.forServer(keys), "the key store", shown());
            } catch (GeneralSecurityException wrong) {
                throw new IllegalArgumentException("can't take a key from the store: " + wrong.getMessage(), wrong);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Store known && store == known.store && Arrays.equals(password, known.password);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(store);
        }

        @Override
        public String toString() { // without a password
            return "a key store";
        }

        private List<X509Certificate> shown() throws KeyStoreException {
            List<X509Certificate> shown = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate certificate) {
                    shown.add(certificate);
                }
            }
            return shown;
        }
    }
}
