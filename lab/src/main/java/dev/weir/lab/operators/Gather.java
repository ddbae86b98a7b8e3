package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Running sums, by a gatherer; the others have an operator for just that. */
public class Gather extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .gather(Gatherers.scan(() -> 0, Integer::sum))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).scan(Integer::sum).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).scan(Integer::sum).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .onItem()
                .scan(Integer::sum)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }

    @Benchmark
    public long streams() {
        return list.stream()
                .gather(Gatherers.scan(() -> 0, Integer::sum))
                .map(n -> n)
                .toList()
                .size();
    }
}
