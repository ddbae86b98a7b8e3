package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** What a function makes of those for which it makes something. */
public class MapNotNull extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).mapNotNull(n -> n < 0 ? null : n + 1).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .mapNotNull(n -> n < 0 ? null : n + 1)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .mapOptional(n -> n < 0 ? Optional.empty() : Optional.of(n + 1))
                .count()
                .blockingGet();
    }
}
