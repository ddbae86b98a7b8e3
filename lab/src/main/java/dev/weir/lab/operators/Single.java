package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The only item that is left; Mutiny has nothing that refuses a second one. */
public class Single extends Operator {
    @Override
    protected Object expected() {
        return list.getLast();
    }

    @Benchmark
    public Integer weir() {
        return Many.from(list)
                .skip(items - 1)
                .through(Operators.<Integer>single())
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(list).skip(items - 1).single().block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(list).skip(items - 1).singleOrError().blockingGet();
    }
}
