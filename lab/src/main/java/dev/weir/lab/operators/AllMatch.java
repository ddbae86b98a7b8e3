package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Whether all satisfy a predicate. */
public class AllMatch extends Operator {
    @Override
    protected Object expected() {
        return true;
    }

    @Benchmark
    public boolean weir() {
        return Many.from(list).allMatch(n -> n >= 0).await();
    }

    @Benchmark
    public boolean reactor() {
        return Flux.fromIterable(list).all(n -> n >= 0).block();
    }

    @Benchmark
    public boolean rxjava() {
        return Flowable.fromIterable(list).all(n -> n >= 0).blockingGet();
    }
}
