package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** No item comes late. */
public class Timeout extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).timeout(Duration.ofSeconds(1)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).timeout(Duration.ofSeconds(1)).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).timeout(1, TimeUnit.SECONDS).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .ifNoItem()
                .after(Duration.ofSeconds(1))
                .fail()
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
