package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Sums of three streams, in step. */
public class ZipThree extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.zip(Many.from(list), Many.from(list), Many.from(list), (a, b, c) -> a + b + c)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.zip(
                        parts -> (int) parts[0] + (int) parts[1] + (int) parts[2],
                        Flux.fromIterable(list),
                        Flux.fromIterable(list),
                        Flux.fromIterable(list))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.zip(
                        Flowable.fromIterable(list),
                        Flowable.fromIterable(list),
                        Flowable.fromIterable(list),
                        (a, b, c) -> a + b + c)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .combining()
                .streams(
                        Multi.createFrom().iterable(list),
                        Multi.createFrom().iterable(list),
                        Multi.createFrom().iterable(list))
                .using((a, b, c) -> a + b + c)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
