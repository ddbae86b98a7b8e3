package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Lists of three. */
public class Buffer extends Operator {
    @Override
    protected Object expected() {
        return (items + 2L) / 3;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).buffer(3).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).buffer(3).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).buffer(3).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .intoLists()
                .of(3)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
