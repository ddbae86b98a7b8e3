package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.lab.small.Small;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value when something of its own has ended; RxJava has nothing like it. */
public class OneDelayUntil extends Small {
    @Override
    protected Object expected() {
        return 1;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given).delayUntil(n -> One.of(n)).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given).delayUntil(n -> Mono.just(n)).block();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .onItem()
                .call(n -> Uni.createFrom().item(n))
                .await()
                .indefinitely();
    }
}
