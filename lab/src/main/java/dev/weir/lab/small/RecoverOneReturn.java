package dev.weir.lab.small;

import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that fails, with another one instead. */
public class RecoverOneReturn extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given)
                .map(n -> n + fail())
                .onErrorReturn(failure -> 42)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given)
                .map(n -> n + fail())
                .onErrorReturn(42)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.fromSupplier(() -> given)
                .map(n -> n + fail())
                .onErrorReturn(failure -> 42)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .map(n -> n + fail())
                .onFailure()
                .recoverWithItem(42)
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer completablefuture() {
        return CompletableFuture.completedFuture(given)
                .thenApply(n -> n + fail())
                .exceptionally(failure -> 42)
                .join();
    }
}
