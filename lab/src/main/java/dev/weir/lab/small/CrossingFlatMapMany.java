package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One value that becomes a stream, mapped, as a list. */
public class CrossingFlatMapMany extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return List.of(1, 2, 3, 4, 5, 6, 7);
    }

    @Benchmark
    public List<Integer> weir() {
        return One.supply(() -> items)
                .flatMapMany(Many::from)
                .map(n -> n + 1)
                .toList()
                .await();
    }

    @Benchmark
    public List<Integer> reactor() {
        return Mono.fromSupplier(() -> items)
                .flatMapMany(Flux::fromIterable)
                .map(n -> n + 1)
                .collectList()
                .block();
    }

    @Benchmark
    public List<Integer> rxjava() {
        return Single.fromSupplier(() -> items)
                .flatMapPublisher(Flowable::fromIterable)
                .map(n -> n + 1)
                .toList()
                .blockingGet();
    }

    @Benchmark
    public List<Integer> mutiny() {
        return Uni.createFrom()
                .item(() -> items)
                .onItem()
                .transformToMulti(list -> Multi.createFrom().iterable(list))
                .map(n -> n + 1)
                .collect()
                .asList()
                .await()
                .indefinitely();
    }
}
