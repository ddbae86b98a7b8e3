package dev.weir.lab.rebls;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.lab.neutral.FlowLatch;
import dev.weir.lab.neutral.RsLatch;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Six HTTP requests for the text at once; when all have answered, the lengths of the bodies; assembled once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HttpRequests {
    private static final int REQUESTS = 6;

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request = HttpRequest.newBuilder(URI.create(System.getProperty("weir.lab.url")))
            .build();

    private final Many<Integer> many = One.all(repeated(One.from(this::send)))
            .flatMapMany(Many::from)
            .map(HttpResponse::body)
            .map(String::length);
    private final Flux<Integer> flux = Mono.zip(
                    repeated(Mono.fromCompletionStage(this::send)),
                    responses ->
                            Stream.of(responses).map(HttpRequests::response).toList())
            .flatMapMany(Flux::fromIterable)
            .map(HttpResponse::body)
            .map(String::length);
    private final Flowable<Integer> flowable = Flowable.zip(
                    repeated(Flowable.defer(() -> Flowable.fromCompletionStage(send()))),
                    responses ->
                            Stream.of(responses).map(HttpRequests::response).toList())
            .flatMapIterable(responses -> responses)
            .map(HttpResponse::body)
            .map(String::length);
    private final Multi<Integer> multi = Uni.join()
            .all(repeated(Uni.createFrom().completionStage(this::send)))
            .andFailFast()
            .onItem()
            .transformToMulti(Multi.createFrom()::iterable)
            .onItem()
            .transform(HttpResponse::body)
            .onItem()
            .transform(String::length);

    private static <T> List<T> repeated(T single) {
        return Collections.nCopies(REQUESTS, single);
    }

    @SuppressWarnings("unchecked") // each of the zipped values is a response
    private static HttpResponse<String> response(Object zipped) {
        return (HttpResponse<String>) zipped;
    }

    private CompletableFuture<HttpResponse<String>> send() {
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    @Benchmark
    public void weir(Blackhole blackhole) throws InterruptedException {
        FlowLatch<Integer> latch = new FlowLatch<>(blackhole);
        many.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void reactor(Blackhole blackhole) throws InterruptedException {
        RsLatch<Integer> latch = new RsLatch<>(blackhole);
        flux.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) throws InterruptedException {
        RsLatch<Integer> latch = new RsLatch<>(blackhole);
        flowable.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) throws InterruptedException {
        FlowLatch<Integer> latch = new FlowLatch<>(blackhole);
        multi.subscribe().withSubscriber(latch);
        latch.await();
    }

    @Benchmark
    public void completablefuture(Blackhole blackhole) {
        List<CompletableFuture<HttpResponse<String>>> responses =
                Stream.generate(this::send).limit(REQUESTS).toList();
        responses.forEach(response -> blackhole.consume(response.join().body().length()));
    }
}
