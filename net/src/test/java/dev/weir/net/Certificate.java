package dev.weir.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A self-signed certificate, made with the JDK's keytool. */
public final class Certificate {
    public static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore store;
    private final Path chain;
    private final Path key;

    private Certificate(KeyStore store, Path chain, Path key) {
        this.store = store;
        this.chain = chain;
        this.key = key;
    }

    /** For that name, and the loopback address; valid for 30 days. */
    public static Certificate of(String name, Path directory) {
        return of(name, directory, "-1H");
    }

    /**
     * As above.
     *
     * @param start when the 30 days begin, as keytool has it: {@code -40d} for 40 days ago
     */
    public static Certificate of(String name, Path directory, String start) {
        try {
            Path file = Files.createTempFile(directory, "store", ".p12");
            Files.delete(file);
            int exit = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-J-XX:TieredStopAtLevel=1", // without the optimizing compiler it takes half the time
                            "-genkeypair",
                            "-alias",
                            "it",
                            "-keyalg",
                            "EC",
                            "-storetype",
                            "PKCS12",
                            "-startdate",
                            start,
                            "-validity",
                            "30",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD),
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "san=dns:" + name + ",ip:127.0.0.1")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new AssertionError("keytool ended with " + exit);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            return of(store, directory);
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Certificate of(KeyStore store, Path directory) throws IOException, GeneralSecurityException {
        Path chain = Files.createTempFile(directory, "chain", ".pem");
        Path key = Files.createTempFile(directory, "key", ".pem");
        Key secret = store.getKey("it", PASSWORD);
        Files.writeString(chain, pem("CERTIFICATE", store.getCertificate("it").getEncoded()));
        Files.writeString(key, pem("PRIVATE KEY", secret.getEncoded()));
        return new Certificate(store, chain, key);
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                + "-----\n";
    }

    public KeyStore store() {
        return store;
    }

    public Path chain() {
        return chain;
    }

    public Path key() {
        return key;
    }

    public X509Certificate certificate() {
        try {
            return (X509Certificate) store.getCertificate("it");
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** For a client that trusts these servers and is the one of that certificate, or none. */
    public static SSLContext client(@Nullable Certificate own, Certificate... trusted) {
        try {
            KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
            known.load(null, null);
            for (int i = 0; i < trusted.length; i++) {
                known.setCertificateEntry("server" + i, trusted[i].certificate());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(known);
            KeyManager[] keys = null;
            if (own != null) {
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(own.store, PASSWORD);
                keys = factory.getKeyManagers();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), new SecureRandom());
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
