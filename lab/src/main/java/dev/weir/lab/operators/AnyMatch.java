package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Whether one satisfies a predicate: the sixth. */
public class AnyMatch extends Operator {
    @Override
    protected Object expected() {
        return true;
    }

    @Benchmark
    public boolean weir() {
        return Many.from(list).anyMatch(n -> n == 5).await();
    }

    @Benchmark
    public boolean reactor() {
        return Flux.fromIterable(list).any(n -> n == 5).block();
    }

    @Benchmark
    public boolean rxjava() {
        return Flowable.fromIterable(list).any(n -> n == 5).blockingGet();
    }
}
