package dev.weir.lab.file;

import dev.weir.lab.neutral.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A row that reads the text, once or behind itself again and again: each run has to find all of it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class OfText {
    /** How often the text is in the file; a hundred times are 7.4 million lines. */
    @Param({"1", "100"})
    public int copies;

    protected Path text;
    private long expected;

    @Setup
    public void prepare() throws IOException {
        Path one = Path.of(System.getProperty("weir.lab.text"));
        text = Text.copied(one, copies);
        expected = copies * found(one);
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(text);
    }

    /** What there is to be found in a file. */
    protected abstract long found(Path file) throws IOException;

    protected final long checked(long found) {
        if (found != expected) {
            throw new IllegalStateException("found " + found + " instead of " + expected);
        }
        return found;
    }

    protected static long characters(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.mapToLong(String::length).sum();
        }
    }
}
