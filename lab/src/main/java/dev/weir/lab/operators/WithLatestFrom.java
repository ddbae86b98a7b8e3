package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Sums with the newest of another stream. */
public class WithLatestFrom extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .withLatestFrom(Many.of(given), Integer::sum)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .withLatestFrom(Flux.just(given), Integer::sum)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .withLatestFrom(Flowable.just(given), Integer::sum)
                .count()
                .blockingGet();
    }
}
