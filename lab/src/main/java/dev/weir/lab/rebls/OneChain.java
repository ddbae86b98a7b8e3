package dev.weir.lab.rebls;

import dev.weir.One;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.OneSink;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleObserver;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Mono;

/** One value, chained with another one; assembled for each run. */
public class OneChain extends Row {
    private final One<Long> one = One.supply(() -> ThreadLocalRandom.current().nextLong());
    private final Mono<Long> mono =
            Mono.fromSupplier(() -> ThreadLocalRandom.current().nextLong());
    private final Single<Long> single =
            Single.fromSupplier(() -> ThreadLocalRandom.current().nextLong());
    private final Uni<Long> uni =
            Uni.createFrom().item(() -> ThreadLocalRandom.current().nextLong());

    @Benchmark
    public void weir(Blackhole blackhole) {
        one.flatMap(n -> One.of(n + 1L)).subscribe(blackhole::consume);
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        mono.flatMap(n -> Mono.just(n + 1L)).subscribe(new OneSink<>(blackhole));
    }

    @Benchmark
    public void reactorUnrequested(Blackhole blackhole) {
        mono.flatMap(n -> Mono.just(n + 1L)).subscribe(OneSink.silent(blackhole));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        SingleObserver<Long> sink = new OneSink<>(blackhole);
        single.flatMap(n -> Single.just(n + 1L)).subscribe(sink);
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        uni.onItem()
                .transformToUni(n -> Uni.createFrom().item(n + 1L))
                .subscribe()
                .withSubscriber(new OneSink<>(blackhole));
    }

    @Benchmark
    public void completablefuture(Blackhole blackhole) {
        CompletableFuture.completedFuture(ThreadLocalRandom.current().nextLong())
                .thenCompose(n -> CompletableFuture.completedFuture(n + 1L))
                .thenAccept(blackhole::consume);
    }
}
