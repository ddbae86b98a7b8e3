package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** One stream for each, whose failures would wait. */
public class FlatMapDelayingErrors extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .flatMapDelayingErrors(256, n -> Many.of(n))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .flatMapDelayError(n -> Flux.just(n), 256, 32)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .flatMap(n -> Flowable.just(n), true, 256)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .onItem()
                .transformToMulti(n -> Multi.createFrom().item(n))
                .collectFailures()
                .merge(256)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
