package dev.weir.lab.small;

import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** One value as a stream, mapped, as a list. */
public class CrossingToMany extends Small {
    @Override
    protected Object expected() {
        return List.of(42);
    }

    @Benchmark
    public List<Integer> weir() {
        return One.supply(() -> given).toMany().map(n -> n + 41).toList().await();
    }

    @Benchmark
    public List<Integer> reactor() {
        return Mono.fromSupplier(() -> given)
                .flux()
                .map(n -> n + 41)
                .collectList()
                .block();
    }

    @Benchmark
    public List<Integer> rxjava() {
        return Single.fromSupplier(() -> given)
                .toFlowable()
                .map(n -> n + 41)
                .toList()
                .blockingGet();
    }

    @Benchmark
    public List<Integer> mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .toMulti()
                .map(n -> n + 41)
                .collect()
                .asList()
                .await()
                .indefinitely();
    }
}
