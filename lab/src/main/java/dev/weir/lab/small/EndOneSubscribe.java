package dev.weir.lab.small;

import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that is given to a function. */
public class EndOneSubscribe extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public int weir() {
        int[] seen = new int[1];
        One.supply(() -> given).map(n -> n + 41).subscribe(n -> seen[0] = n);
        return seen[0];
    }

    @Benchmark
    public int reactor() {
        int[] seen = new int[1];
        Mono.fromSupplier(() -> given).map(n -> n + 41).subscribe(n -> seen[0] = n);
        return seen[0];
    }

    @Benchmark
    public int rxjava() {
        int[] seen = new int[1];
        Single.fromSupplier(() -> given).map(n -> n + 41).subscribe(n -> seen[0] = n);
        return seen[0];
    }

    @Benchmark
    public int mutiny() {
        int[] seen = new int[1];
        Uni.createFrom().item(() -> given).map(n -> n + 41).subscribe().with(n -> seen[0] = n);
        return seen[0];
    }

    @Benchmark
    public int completablefuture() {
        int[] seen = new int[1];
        CompletableFuture.completedFuture(given).thenApply(n -> n + 41).thenAccept(n -> seen[0] = n);
        return seen[0];
    }
}
