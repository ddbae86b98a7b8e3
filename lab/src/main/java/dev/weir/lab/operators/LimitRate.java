package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Sixteen are asked for at a time; Mutiny has nothing that goes on where all are asked for at once. */
public class LimitRate extends Operator {
    private static final int AT_A_TIME = 16;

    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).through(Operators.limitRate(AT_A_TIME)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).limitRate(AT_A_TIME).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).rebatchRequests(AT_A_TIME).count().blockingGet();
    }
}
