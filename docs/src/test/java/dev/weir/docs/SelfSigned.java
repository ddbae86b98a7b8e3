package dev.weir.docs;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that is its own authority, made with the JDK's keytool. */
record SelfSigned(Path chain, Path key, KeyStore store) {
    private static final String PASSWORD = "password";

    static SelfSigned in(Path directory) throws Exception {
        Path file = directory.resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = " -J-XX:TieredStopAtLevel=1 -genkeypair -alias it -keyalg EC -storetype PKCS12 -validity 30"
                + " -dname CN=docs -ext san=ip:127.0.0.1,dns:localhost -storepass " + PASSWORD + " -keystore ";
        String[] command = (keytool + options + file).split(" ");
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new AssertionError("keytool failed");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new SelfSigned(
                pem(directory, "CERTIFICATE", store.getCertificate("it").getEncoded()),
                pem(
                        directory,
                        "PRIVATE KEY",
                        store.getKey("it", PASSWORD.toCharArray()).getEncoded()),
                store);
    }

    private static Path pem(Path directory, String what, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder().encodeToString(content);
        String lines = "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
        return Files.writeString(directory.resolve(what + ".pem"), lines);
    }

    /** For a client that has this certificate, and trusts servers that have it. */
    SSLContext trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", store.getCertificate("it"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
