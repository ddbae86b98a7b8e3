package dev.weir.postgres.embedded;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
        Path fresh = Files.createDirectory(folder.resolve("fresh"));
        assertThrows(IOException.class, () -> Binaries.unpack("nowhere.txz", fresh));
        assertFalse(Files.exists(fresh));
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
