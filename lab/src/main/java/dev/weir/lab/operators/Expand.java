package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Each, and a child of every other one. */
public class Expand extends Operator {
    @Override
    protected Object expected() {
        return items + (items + 1L) / 2;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.expand(n -> n % 2 == 0 ? Many.of(n + 1) : Many.empty()))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .expandDeep(n -> n % 2 == 0 ? Flux.just(n + 1) : Flux.empty())
                .count()
                .block();
    }
}
