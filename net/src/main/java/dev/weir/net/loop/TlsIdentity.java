package dev.weir.net.loop;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
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
            byte[] chain = read(certificates);
            byte[] secret = read(key);
            checkFormat(new String(secret, StandardCharsets.ISO_8859_1));
            try {
                return SslContextBuilder.forServer(new ByteArrayInputStream(chain), new ByteArrayInputStream(secret));
            } catch (IllegalArgumentException unreadable) {
                throw new IllegalArgumentException(
                        "can't make a certificate of " + certificates + " and a key of " + key
                                + ": both must be PEM, the key in PKCS#8",
                        unreadable);
            }
        }

        private void checkFormat(String pem) {
            if (pem.contains("BEGIN ENCRYPTED PRIVATE KEY") || pem.contains("Proc-Type: 4,ENCRYPTED")) {
                throw new IllegalArgumentException(
                        "the key in " + key + " is encrypted: decrypt it with openssl pkey, or use a KeyStore");
            }
            if (pem.contains("BEGIN RSA PRIVATE KEY") || pem.contains("BEGIN EC PRIVATE KEY")) {
                throw new IllegalArgumentException("the key in " + key
                        + " is not PKCS#8: convert it with openssl pkcs8 -topk8 -nocrypt -in " + key);
            }
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

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file + " for TLS", e);
        }
    }
}
