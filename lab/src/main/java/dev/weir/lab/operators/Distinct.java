package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Numbers that have not been there before. */
public class Distinct extends Operator {
    @Override
    protected Object expected() {
        return (long) Math.min(items, DIFFERENT);
    }

    @Benchmark
    public long weir() {
        return Many.from(list).distinct(100).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).distinct().count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).distinct().count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .select()
                .distinct()
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
