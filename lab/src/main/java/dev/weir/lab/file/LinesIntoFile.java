package dev.weir.lab.file;

import dev.weir.Many;
import dev.weir.io.FileSink;
import dev.weir.lab.sync.Actors;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.unchecked.Unchecked;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.stream.javadsl.FileIO;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Flux;

/** The lines of the text, written to a file of their own. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LinesIntoFile {
    /** As large as that of a {@link BufferedWriter}. */
    private static final int BUFFER = 8 * 1024;

    private List<String> lines;
    private Path written;
    private long expected;

    @Setup
    public void prepare() throws IOException {
        Path text = Path.of(System.getProperty("weir.lab.text"));
        lines = Files.readAllLines(text);
        expected = Files.size(text);
        written = Files.createTempFile("weir-lab-lines", ".txt");
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(written);
    }

    private long checked() throws IOException {
        long size = Files.size(written);
        if (size != expected) {
            throw new IllegalStateException("wrote " + size + " bytes instead of " + expected);
        }
        return size;
    }

    private static void write(BufferedWriter writer, String line) throws IOException {
        writer.write(line);
        writer.write('\n');
    }

    @Benchmark
    public long weir() throws IOException {
        FileSink.of(written).lines(Many.from(lines)).await();
        return checked();
    }

    @Benchmark
    public long reactor() throws IOException {
        Flux.using(
                        () -> Files.newBufferedWriter(written),
                        writer -> Flux.fromIterable(lines).handle((line, sink) -> {
                            try {
                                write(writer, line);
                            } catch (IOException e) {
                                sink.error(e);
                            }
                        }),
                        LinesIntoFile::close)
                .blockLast();
        return checked();
    }

    private static void close(Writer writer) {
        try {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Benchmark
    public long rxjava() throws IOException {
        Flowable.using(
                        () -> Files.newBufferedWriter(written),
                        writer -> Flowable.fromIterable(lines).doOnNext(line -> write(writer, line)),
                        BufferedWriter::close)
                .blockingSubscribe();
        return checked();
    }

    @Benchmark
    public long mutiny() throws IOException {
        Multi.createFrom()
                .resource(
                        this::open,
                        writer -> Multi.createFrom()
                                .iterable(lines)
                                .onItem()
                                .invoke(Unchecked.consumer(line -> write(writer, line))))
                .withFinalizer((BufferedWriter writer) -> close(writer))
                .onItem()
                .ignoreAsUni()
                .await()
                .indefinitely();
        return checked();
    }

    private BufferedWriter open() {
        try {
            return Files.newBufferedWriter(written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Benchmark
    public long pekko(Actors actors) throws IOException {
        Source.from(lines)
                .groupedWeighted(BUFFER, line -> line.length() + 1L)
                .map(some -> ByteString.fromString(String.join("\n", some) + "\n"))
                .runWith(FileIO.toPath(written), actors.system)
                .toCompletableFuture()
                .join();
        return checked();
    }

    @Benchmark
    public long loop() throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(written)) {
            for (String line : lines) {
                write(writer, line);
            }
        }
        return checked();
    }
}
