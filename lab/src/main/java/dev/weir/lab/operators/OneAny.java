package dev.weir.lab.operators;

import dev.weir.One;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** Of several the one that first has a value: the first one fails. RxJava has nothing like it. */
public class OneAny extends Operator {
    @Override
    protected Object expected() {
        return 1;
    }

    @Benchmark
    public Integer weir() {
        return One.any(each(n -> One.supply(() -> n == 0 ? fail() : n))).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.firstWithValue(each(n -> Mono.fromSupplier(() -> n == 0 ? fail() : n)))
                .block();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.join()
                .first(each(n -> Uni.createFrom().item(() -> n == 0 ? fail() : n)))
                .withItem()
                .await()
                .indefinitely();
    }
}
