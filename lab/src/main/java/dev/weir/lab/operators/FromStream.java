package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The items of a stream of the JDK. */
public class FromStream extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.fromStream(() -> list.stream()).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromStream(() -> list.stream()).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromStream(list.stream()).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .items(() -> list.stream())
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
