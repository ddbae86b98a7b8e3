package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items as a stage of a list. */
public class EndManyStage extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return List.of(1, 2, 3, 4, 5, 6, 7);
    }

    @Benchmark
    public List<Integer> weir() {
        return Many.from(items)
                .map(n -> n + 1)
                .toList()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @Benchmark
    public List<Integer> reactor() {
        return Flux.fromIterable(items).map(n -> n + 1).collectList().toFuture().join();
    }

    @Benchmark
    public List<Integer> rxjava() {
        return Flowable.fromIterable(items)
                .map(n -> n + 1)
                .toList()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @Benchmark
    public List<Integer> mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .map(n -> n + 1)
                .collect()
                .asList()
                .subscribeAsCompletionStage()
                .join();
    }
}
