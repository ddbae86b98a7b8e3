package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.lab.small.Small;
import io.reactivex.rxjava3.core.Maybe;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that is made of another one, and may be absent. */
public class OneMapNotNull extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given).mapNotNull(n -> n + 41).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given).mapNotNull(n -> n + 41).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Maybe.fromSupplier(() -> given)
                .mapOptional(n -> Optional.of(n + 41))
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .onItem()
                .ifNotNull()
                .transform(n -> n + 41)
                .await()
                .indefinitely();
    }
}
