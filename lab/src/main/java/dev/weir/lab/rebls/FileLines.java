package dev.weir.lab.rebls;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.lab.neutral.FlowLatch;
import dev.weir.lab.neutral.FlowLines;
import dev.weir.lab.neutral.RsLatch;
import dev.weir.lab.neutral.RsLines;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The lengths of a text's lines, each appended to a file on another thread, one after the other; assembled once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class FileLines {
    private final Path text = Path.of(System.getProperty("weir.lab.text"));
    private Appender appender;
    private Many<String> many;
    private Many<String> concatenated;
    private Flux<String> flux;
    private Flowable<String> flowable;
    private Multi<String> multi;

    @Setup
    public void assemble() throws IOException {
        appender = new Appender();
        many = Many.from(new FlowLines(text))
                .filter(line -> !line.isBlank())
                .map(String::length)
                .mapAsync(1, length -> One.from(() -> appender.append(length)))
                .map(length -> "=> " + length);
        concatenated = Many.from(new FlowLines(text))
                .filter(line -> !line.isBlank())
                .map(String::length)
                .concatMap(length -> One.from(() -> appender.append(length)).toMany())
                .map(length -> "=> " + length);
        flux = Flux.from(new RsLines(text))
                .filter(line -> !line.isBlank())
                .map(String::length)
                .concatMap(length -> Mono.fromCompletionStage(() -> appender.append(length)), 1)
                .map(length -> "=> " + length);
        flowable = Flowable.fromPublisher(new RsLines(text))
                .filter(line -> !line.isBlank())
                .map(String::length)
                .concatMap(length -> Flowable.fromCompletionStage(appender.append(length)), 1)
                .map(length -> "=> " + length);
        multi = Multi.createFrom()
                .safePublisher(new FlowLines(text))
                .select()
                .where(line -> !line.isBlank())
                .onItem()
                .transform(String::length)
                .onItem()
                .transformToUniAndConcatenate(length -> Uni.createFrom().completionStage(() -> appender.append(length)))
                .onItem()
                .transform(length -> "=> " + length);
    }

    @TearDown
    public void close() throws IOException {
        appender.close();
    }

    @Benchmark
    public void weir(Blackhole blackhole) throws InterruptedException {
        FlowLatch<String> latch = new FlowLatch<>(blackhole);
        many.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void weirConcatMap(Blackhole blackhole) throws InterruptedException {
        FlowLatch<String> latch = new FlowLatch<>(blackhole);
        concatenated.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void reactor(Blackhole blackhole) throws InterruptedException {
        RsLatch<String> latch = new RsLatch<>(blackhole);
        flux.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) throws InterruptedException {
        RsLatch<String> latch = new RsLatch<>(blackhole);
        flowable.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) throws InterruptedException {
        FlowLatch<String> latch = new FlowLatch<>(blackhole);
        multi.subscribe().withSubscriber(latch);
        latch.await();
    }

    @Benchmark
    public void loop(Blackhole blackhole) throws IOException {
        CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
        try (BufferedReader reader = Files.newBufferedReader(text)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    int length = line.length();
                    written = written.thenCompose(before -> appender.append(length))
                            .thenAccept(appended -> blackhole.consume("=> " + appended));
                }
            }
        }
        written.join();
    }
}
