package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** An item in place of a stream of which nothing is left. */
public class DefaultIfEmpty extends Operator {
    @Override
    protected Object expected() {
        return 1L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).filter(n -> n < 0).defaultIfEmpty(given).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .filter(n -> n < 0)
                .defaultIfEmpty(given)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .filter(n -> n < 0)
                .defaultIfEmpty(given)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .filter(n -> n < 0)
                .onCompletion()
                .ifEmpty()
                .continueWith(given)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
