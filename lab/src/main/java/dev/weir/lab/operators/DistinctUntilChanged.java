package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Numbers unlike the one before. */
public class DistinctUntilChanged extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).distinctUntilChanged().count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).distinctUntilChanged().count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).distinctUntilChanged().count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .skip()
                .repetitions()
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
