package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream for each, of which the newest counts; Mutiny has nothing like it. */
public class SwitchMap extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).switchMap(n -> Many.of(n)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).switchMap(n -> Flux.just(n)).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .switchMap(n -> Flowable.just(n))
                .count()
                .blockingGet();
    }
}
