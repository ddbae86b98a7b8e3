package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Each with its number. */
public class Index extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).through(Operators.index()).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).index().count().block();
    }
}
