package dev.weir.lab.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A key, and a certificate of it that nobody else vouches for. */
public final class SelfSigned {
    private static final Path KEYTOOL = Path.of(System.getProperty("java.home"), "bin", "keytool");

    private SelfSigned() {}

    /** Makes one, in a file that goes with this JVM. Its password is {@code changeit}, the alias {@code lab}. */
    public static Path create() throws IOException, InterruptedException {
        Path file = Files.createTempDirectory("weir-lab").resolve("keys.p12");
        file.getParent().toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        Process keytool = new ProcessBuilder(List.of(
                        KEYTOOL.toString(),
                        "-genkeypair",
                        "-alias",
                        "lab",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool makes no certificate:\n" + output);
        }
        return file;
    }
}
