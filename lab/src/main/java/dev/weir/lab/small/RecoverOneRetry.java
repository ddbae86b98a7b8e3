package dev.weir.lab.small;

import dev.weir.One;
import dev.weir.Retry;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value that comes at the second try. */
public class RecoverOneRetry extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public Integer weir() {
        int[] tries = new int[1];
        return One.supply(() -> tries[0]++ == 0 ? fail() : given)
                .map(n -> n + 41)
                .retry(Retry.atMost(2))
                .await();
    }

    @Benchmark
    public Integer reactor() {
        int[] tries = new int[1];
        return Mono.fromSupplier(() -> tries[0]++ == 0 ? fail() : given)
                .map(n -> n + 41)
                .retry(2)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        int[] tries = new int[1];
        return Single.fromSupplier(() -> tries[0]++ == 0 ? fail() : given)
                .map(n -> n + 41)
                .retry(2)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        int[] tries = new int[1];
        return Uni.createFrom()
                .item(() -> tries[0]++ == 0 ? fail() : given)
                .map(n -> n + 41)
                .onFailure()
                .retry()
                .atMost(2)
                .await()
                .indefinitely();
    }
}
