package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** All come in time. */
public class TakeDuration extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).take(Duration.ofSeconds(1)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).take(Duration.ofSeconds(1)).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).take(1, TimeUnit.SECONDS).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .select()
                .first(Duration.ofSeconds(1))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
