package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A single value for each, as they come. */
public class MapAsyncUnordered extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).mapAsyncUnordered(16, n -> One.of(n)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).flatMap(n -> Mono.just(n), 16).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .flatMapSingle(n -> Single.just(n), false, 16)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .onItem()
                .transformToUni(n -> Uni.createFrom().item(n))
                .merge(16)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
