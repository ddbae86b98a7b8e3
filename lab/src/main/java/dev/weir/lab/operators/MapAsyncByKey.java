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

/** A single value for each, one after the other of those with the same last bits. */
public class MapAsyncByKey extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .mapAsyncUnordered(16, n -> n % GROUPS, n -> One.of(n))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .groupBy(n -> n % GROUPS)
                .flatMap(group -> group.concatMap(n -> Mono.just(n)))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .groupBy(n -> n % GROUPS)
                .flatMap(group -> group.concatMapSingle(n -> Single.just(n)))
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .by(n -> n % GROUPS)
                .flatMap(group -> group.onItem()
                        .transformToUniAndConcatenate(n -> Uni.createFrom().item(n)))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
