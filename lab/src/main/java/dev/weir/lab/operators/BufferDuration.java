package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Lists of a hundred, or of what has come in a second; the empty one that RxJava makes at the end is left out. */
public class BufferDuration extends Operator {
    @Override
    protected Object expected() {
        return (items + 99L) / 100;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).buffer(100, Duration.ofSeconds(1)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .bufferTimeout(100, Duration.ofSeconds(1))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .buffer(1, TimeUnit.SECONDS, 100)
                .filter(buffer -> !buffer.isEmpty())
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .intoLists()
                .of(100, Duration.ofSeconds(1))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
