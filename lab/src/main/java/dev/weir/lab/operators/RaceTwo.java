package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Of two streams the one that signals first; Mutiny has nothing like it. */
public class RaceTwo extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.raceWith(Many.from(list)))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).or(Flux.fromIterable(list)).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .ambWith(Flowable.fromIterable(list))
                .count()
                .blockingGet();
    }
}
