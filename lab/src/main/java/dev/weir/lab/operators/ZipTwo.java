package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Sums of two streams, in step. */
public class ZipTwo extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.zip(Many.from(list), Many.from(list), Integer::sum).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.zip(Flux.fromIterable(list), Flux.fromIterable(list), Integer::sum)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.zip(Flowable.fromIterable(list), Flowable.fromIterable(list), Integer::sum)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .combining()
                .streams(Multi.createFrom().iterable(list), Multi.createFrom().iterable(list))
                .using(Integer::sum)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
