package dev.weir.net.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate that vouches for itself, made by the JDK's keytool. */
record TestKeys(Path certificate, Path key, KeyStore store) {
    static final char[] PASSWORD = "password".toCharArray();

    static TestKeys make(Path folder, String name, String alternatives) {
        Path file = folder.resolve(name + ".p12");
        run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", // without the optimizing compiler it takes half the time
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=" + alternatives,
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD)));
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD);
            byte[] certificate = store.getCertificate(name).getEncoded();
            byte[] key = store.getKey(name, PASSWORD).getEncoded();
            return new TestKeys(
                    write(folder.resolve(name + ".crt"), "CERTIFICATE", certificate),
                    write(folder.resolve(name + ".key"), "PRIVATE KEY", key),
                    store);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(said);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Path write(Path file, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    /** What a server needs that has this key and trusts the other. */
    SSLContext context(TestKeys trusted) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            String alias = trusted.store.aliases().nextElement();
            trust.setCertificateEntry(alias, trusted.store.getCertificate(alias));
            TrustManagerFactory trusts = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusts.init(trust);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trusts.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
