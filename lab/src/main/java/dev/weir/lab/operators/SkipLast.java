package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** All but the last five. */
public class SkipLast extends Operator {
    @Override
    protected Object expected() {
        return Math.max(0L, items - 5L);
    }

    @Benchmark
    public long weir() {
        return Many.from(list).through(Operators.skipLast(5)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).skipLast(5).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).skipLast(5).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .skip()
                .last(5)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
