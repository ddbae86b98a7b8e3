package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Sums of the newest of two streams, one of which has one. */
public class CombineLatest extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.combineLatest(Many.of(given), Many.from(list), Integer::sum)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.combineLatest(Flux.just(given), Flux.fromIterable(list), Integer::sum)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.combineLatest(Flowable.just(given), Flowable.fromIterable(list), Integer::sum)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .combining()
                .streams(Multi.createFrom().item(given), Multi.createFrom().iterable(list))
                .latestItems()
                .using(Integer::sum)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
