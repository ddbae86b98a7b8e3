package dev.weir.lab.small;

import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that the calling thread waits for. */
public class EndOneAwait extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given).map(n -> n + 41).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given).map(n -> n + 41).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.fromSupplier(() -> given).map(n -> n + 41).blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom().item(() -> given).map(n -> n + 41).await().indefinitely();
    }

    @Benchmark
    public Integer completablefuture() {
        return CompletableFuture.completedFuture(given).thenApply(n -> n + 41).join();
    }
}
