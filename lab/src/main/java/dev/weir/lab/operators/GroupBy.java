package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Streams of those with the same last bits, all at once. */
public class GroupBy extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .groupBy(GROUPS, n -> n % GROUPS)
                .flatMap(Many.Group::items)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .groupBy(n -> n % GROUPS)
                .flatMap(group -> group)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .groupBy(n -> n % GROUPS)
                .flatMap(group -> group)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .by(n -> n % GROUPS)
                .flatMap(group -> group)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
