package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.lab.small.Small;
import io.reactivex.rxjava3.core.Maybe;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that satisfies a predicate; Mutiny has nothing like it. */
public class OneFilter extends Small {
    @Override
    protected Object expected() {
        return 1;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given).filter(n -> n > 0).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given).filter(n -> n > 0).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Maybe.fromSupplier(() -> given).filter(n -> n > 0).blockingGet();
    }
}
