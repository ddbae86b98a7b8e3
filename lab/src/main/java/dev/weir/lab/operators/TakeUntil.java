package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** All, as none is the last that is wanted. */
public class TakeUntil extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).takeUntil(n -> n < 0).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).takeUntil(n -> n < 0).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).takeUntil(n -> n < 0).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .select()
                .first(n -> n >= 0)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
