package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream behind an item. */
public class StartWith extends Operator {
    @Override
    protected Object expected() {
        return items + 1L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).startWith(given).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).startWith(given).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).startWithItem(given).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createBy()
                .concatenating()
                .streams(Multi.createFrom().item(given), Multi.createFrom().iterable(list))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
