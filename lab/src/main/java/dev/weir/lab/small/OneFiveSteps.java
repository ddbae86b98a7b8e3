package dev.weir.lab.small;

import dev.weir.Context;
import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** One value in five steps: supplied, mapped twice, chained, mapped. */
public class OneFiveSteps extends Small {
    private static final Context.Key<String> USER = Context.Key.of("user");

    @Override
    protected Object expected() {
        return 50;
    }

    @Benchmark
    public Integer weir() {
        return One.supply(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .flatMap(n -> One.of(n + 4))
                .map(n -> n * 5)
                .await();
    }

    @Benchmark
    public Integer weirNamed() {
        return One.supply(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .named("steps")
                .flatMap(n -> One.of(n + 4))
                .map(n -> n * 5)
                .await();
    }

    @Benchmark
    public Integer weirContext() {
        return One.supply(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .withContext(context -> context.with(USER, "ann"))
                .flatMap(n -> One.of(n + 4))
                .map(n -> n * 5)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.fromSupplier(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .flatMap(n -> Mono.just(n + 4))
                .map(n -> n * 5)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.fromSupplier(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .flatMap(n -> Single.just(n + 4))
                .map(n -> n * 5)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .map(n -> n + 1)
                .map(n -> n * 3)
                .flatMap(n -> Uni.createFrom().item(n + 4))
                .map(n -> n * 5)
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer completablefuture() {
        return CompletableFuture.completedFuture(given)
                .thenApply(n -> n + 1)
                .thenApply(n -> n * 3)
                .thenCompose(n -> CompletableFuture.completedFuture(n + 4))
                .thenApply(n -> n * 5)
                .join();
    }
}
