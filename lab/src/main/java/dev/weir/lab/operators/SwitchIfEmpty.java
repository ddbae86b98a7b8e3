package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Another stream in place of one of which nothing is left. */
public class SwitchIfEmpty extends Operator {
    @Override
    protected Object expected() {
        return 1L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .filter(n -> n < 0)
                .switchIfEmpty(() -> Many.of(given))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .filter(n -> n < 0)
                .switchIfEmpty(Flux.just(given))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .filter(n -> n < 0)
                .switchIfEmpty(Flowable.just(given))
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
                .switchTo(Multi.createFrom().item(given))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
