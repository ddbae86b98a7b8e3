package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Another stream afterwards. */
public class ConcatWith extends Operator {
    @Override
    protected Object expected() {
        return 2L * items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).concatWith(Many.from(list)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .concatWith(Flux.fromIterable(list))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .concatWith(Flowable.fromIterable(list))
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .concatenating()
                .streams(Multi.createFrom().iterable(list), Multi.createFrom().iterable(list))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
