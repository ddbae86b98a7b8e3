package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The last five. */
public class TakeLast extends Operator {
    @Override
    protected Object expected() {
        return Math.min(5L, items);
    }

    @Benchmark
    public long weir() {
        return Many.from(list).through(Operators.takeLast(5)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).takeLast(5).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).takeLast(5).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .select()
                .last(5)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
