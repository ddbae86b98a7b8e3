package dev.weir.postgres.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {
    private static final Duration GENEROUS = Duration.ofSeconds(20);
    private static final int FILES = 1024 * 1024; // more than a pipe has room for

    /** As tar does on a full disk: a line for each file. */
    @Test
    void whoSaysMuchWhileItIsFedIsHeard() throws IOException {
        IOException failure = failure("yes | head -c 300000; cat > /dev/null; exit 3");
        assertTrue(failure.getMessage().startsWith("tar says: y"), failure::getMessage);
    }

    @Test
    void whoEndsEarlySaysWhy() throws IOException {
        IOException failure = failure("echo the disk is full; exit 2");
        assertTrue(failure.getMessage().startsWith("tar says: the disk is full"), failure::getMessage);
    }

    @Test
    void anArchiveThatCannotBeReadIsNotTheFaultOfTarAlone() throws IOException {
        InputStream corrupt = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("corrupt");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return read();
            }
        };
        IOException failure = failure("cat > /dev/null; echo unexpected EOF; exit 2", corrupt);
        assertTrue(failure.getMessage().startsWith("tar says: unexpected EOF"), failure::getMessage);
        assertTrue(failure.getMessage().contains("corrupt"), failure::getMessage);
    }

    @Test
    void nothingIsLeftOfWhatCannotBeUnpacked(@TempDir Path folder) throws IOException {
        assertFails("nowhere.txz", folder.resolve("home"));
        assertEquals(List.of(), files(folder));
    }

    @Test
    void nothingIsLeftOfWhatCannotBePutInItsPlace(@TempDir Path folder) throws IOException {
        assumeTrue(ClassLoader.getSystemResource(Binaries.archive()) != null, "there is no archive");
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createFile(home.resolve("bin")); // which should be a folder
        assertFails(Binaries.archive(), home);
        assertEquals(List.of(home), files(folder));
    }

    private static void assertFails(String archive, Path home) {
        String before = System.setProperty("java.io.tmpdir", home.getParent().toString());
        try {
            assertThrows(IOException.class, () -> Binaries.unpacked(archive, home));
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static IOException failure(String script) throws IOException {
        return failure(script, new ByteArrayInputStream(new byte[FILES]));
    }

    private static IOException failure(String script, InputStream files) throws IOException {
        Process tar =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        try {
            return assertTimeoutPreemptively(
                    GENEROUS, () -> assertThrows(IOException.class, () -> Binaries.feed(tar, files)));
        } finally {
            tar.destroyForcibly();
        }
    }
}
