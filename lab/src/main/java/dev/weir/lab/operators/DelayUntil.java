package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.One;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each when something of its own has ended. */
public class DelayUntil extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).delayUntil(n -> One.of(n)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).delayUntil(n -> Mono.just(n)).count().block();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .onItem()
                .call(n -> Uni.createFrom().item(n))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
