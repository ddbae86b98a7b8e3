package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each item as a value that may come later, at most 16 at once, as a list; values are there at once, so all keep the order. */
public class CrossingMapAsync extends Small {
    private static final int CONCURRENCY = 16;

    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return List.of(1, 2, 3, 4, 5, 6, 7);
    }

    @Benchmark
    public List<Integer> weir() {
        return Many.from(items)
                .mapAsync(CONCURRENCY, n -> One.supply(() -> n + 1))
                .toList()
                .await();
    }

    @Benchmark
    public List<Integer> reactor() {
        return Flux.fromIterable(items)
                .flatMap(n -> Mono.fromSupplier(() -> n + 1), CONCURRENCY)
                .collectList()
                .block();
    }

    @Benchmark
    public List<Integer> rxjava() {
        return Flowable.fromIterable(items)
                .flatMapSingle(n -> Single.fromSupplier(() -> n + 1), false, CONCURRENCY)
                .toList()
                .blockingGet();
    }

    @Benchmark
    public List<Integer> mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .onItem()
                .transformToUni(n -> Uni.createFrom().item(() -> n + 1))
                .merge(CONCURRENCY)
                .collect()
                .asList()
                .await()
                .indefinitely();
    }

    @Benchmark
    public List<Integer> completablefuture() {
        return items.stream().map(n -> CompletableFuture.completedFuture(n).thenApply(v -> v + 1)).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }
}
