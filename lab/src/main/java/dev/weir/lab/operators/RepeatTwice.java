package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Repeat;
import io.reactivex.rxjava3.core.Flowable;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream three times. */
public class RepeatTwice extends Operator {
    @Override
    protected Object expected() {
        return 3L * items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).repeat(Repeat.times(2)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).repeat(2).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).repeat(3).count().blockingGet();
    }
}
