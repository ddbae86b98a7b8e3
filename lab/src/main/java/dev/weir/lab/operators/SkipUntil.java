package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** All, as another stream has signalled before the first; Mutiny has nothing like it. */
public class SkipUntil extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.skipUntil(Many.of(given)))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).skipUntilOther(Flux.just(given)).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .skipUntil(Flowable.just(given))
                .count()
                .blockingGet();
    }
}
