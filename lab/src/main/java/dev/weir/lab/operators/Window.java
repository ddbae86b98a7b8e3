package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Streams of a hundred, one after the other. */
public class Window extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).window(100).concatMap(window -> window).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .window(100)
                .concatMap(window -> window)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .window(100)
                .concatMap(window -> window)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .intoMultis()
                .of(100)
                .concatMap(window -> window)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
