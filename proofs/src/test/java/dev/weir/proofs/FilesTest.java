package dev.weir.proofs;

import dev.weir.io.FileSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Files keep the rules of Reactive Streams. */
class FilesTest {
    private static final int LONGEST = 1_000;

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> lines() {
        return Tck.publisher(LONGEST, n -> FileSource.of(file("line\n", n)).lines());
    }

    @TestFactory
    Stream<DynamicTest> bytes() {
        return Tck.publisher(
                10, n -> FileSource.of(file("x".repeat(1 << 16), n)).bytes());
    }

    private Path file(String part, long n) {
        try {
            Path file = directory.resolve(part.length() + "-" + n);
            return Files.exists(file) ? file : Files.writeString(file, part.repeat((int) n));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
