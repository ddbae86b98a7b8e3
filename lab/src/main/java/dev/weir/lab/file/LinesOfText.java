package dev.weir.lab.file;

import dev.weir.io.FileSource;
import dev.weir.lab.sync.Actors;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pekko.stream.javadsl.FileIO;
import org.apache.pekko.stream.javadsl.Framing;
import org.apache.pekko.stream.javadsl.FramingTruncation;
import org.apache.pekko.util.ByteString;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The lengths of all lines, added up. */
public class LinesOfText extends OfText {
    private static final int BUFFER = 64 * 1024;
    private static final int LONGEST = 64 * 1024;
    private static final ByteString BREAK = ByteString.fromString("\n");

    @Override
    protected long found(Path file) throws IOException {
        return characters(file);
    }

    @Benchmark
    public long weir() {
        return checked(FileSource.of(text)
                .lines()
                .reduce(() -> 0L, (sum, line) -> sum + line.length())
                .await());
    }

    @Benchmark
    public long reactor() {
        return checked(Flux.using(() -> Files.lines(text), Flux::fromStream, Stream::close)
                .reduce(0L, (sum, line) -> sum + line.length())
                .block());
    }

    @Benchmark
    public long rxjava() {
        return checked(Flowable.using(() -> Files.lines(text), Flowable::fromStream, Stream::close)
                .reduce(0L, (sum, line) -> sum + line.length())
                .blockingGet());
    }

    @Benchmark
    public long mutiny() {
        return checked(Multi.createFrom()
                .resource(this::lines, lines -> Multi.createFrom().items(lines))
                .withFinalizer((Stream<String> lines) -> lines.close())
                .collect()
                .with(Collectors.summingLong(String::length))
                .await()
                .indefinitely());
    }

    private Stream<String> lines() {
        try {
            return Files.lines(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Benchmark
    public long pekko(Actors actors) {
        return checked(FileIO.fromPath(text, BUFFER)
                .via(Framing.delimiter(BREAK, LONGEST, FramingTruncation.ALLOW))
                .map(ByteString::utf8String)
                .runFold(0L, (sum, line) -> sum + line.length(), actors.system)
                .toCompletableFuture()
                .join());
    }

    @Benchmark
    public long loop() throws IOException {
        long sum = 0;
        try (BufferedReader reader = Files.newBufferedReader(text)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                sum += line.length();
            }
        }
        return checked(sum);
    }
}
