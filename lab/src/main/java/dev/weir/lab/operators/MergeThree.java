package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Three streams at once. */
public class MergeThree extends Operator {
    @Override
    protected Object expected() {
        return 3L * items;
    }

    @Benchmark
    public long weir() {
        return Many.merge(Many.from(list), Many.from(list), Many.from(list))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.merge(Flux.fromIterable(list), Flux.fromIterable(list), Flux.fromIterable(list))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.merge(Flowable.fromIterable(list), Flowable.fromIterable(list), Flowable.fromIterable(list))
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .merging()
                .streams(
                        Multi.createFrom().iterable(list),
                        Multi.createFrom().iterable(list),
                        Multi.createFrom().iterable(list))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
