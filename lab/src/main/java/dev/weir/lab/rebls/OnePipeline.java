package dev.weir.lab.rebls;

import dev.weir.One;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.OneSink;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleObserver;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Mono;

/** One value in four steps: a random number, absolute, hexadecimal, then chained; assembled once. */
public class OnePipeline extends Row {
    private final One<String> one = One.supply(() -> ThreadLocalRandom.current().nextLong())
            .map(Math::abs)
            .map(Long::toHexString)
            .flatMap(s -> One.of("[" + s + "]"));
    private final One<String> named = One.supply(
                    () -> ThreadLocalRandom.current().nextLong())
            .map(Math::abs)
            .map(Long::toHexString)
            .named("pipeline")
            .flatMap(s -> One.of("[" + s + "]"));
    private final Mono<String> mono = Mono.fromSupplier(
                    () -> ThreadLocalRandom.current().nextLong())
            .map(Math::abs)
            .map(Long::toHexString)
            .flatMap(s -> Mono.just("[" + s + "]"));
    private final Single<String> single = Single.fromSupplier(
                    () -> ThreadLocalRandom.current().nextLong())
            .map(Math::abs)
            .map(Long::toHexString)
            .flatMap(s -> Single.just("[" + s + "]"));
    private final Uni<String> uni = Uni.createFrom()
            .item(() -> ThreadLocalRandom.current().nextLong())
            .onItem()
            .transform(Math::abs)
            .onItem()
            .transform(Long::toHexString)
            .onItem()
            .transformToUni(s -> Uni.createFrom().item("[" + s + "]"));

    @Benchmark
    public void weir(Blackhole blackhole) {
        one.subscribe(blackhole::consume);
    }

    @Benchmark
    public void weirNamed(Blackhole blackhole) {
        named.subscribe(blackhole::consume);
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        mono.subscribe(new OneSink<>(blackhole));
    }

    @Benchmark
    public void reactorUnrequested(Blackhole blackhole) {
        mono.subscribe(OneSink.silent(blackhole));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        SingleObserver<String> sink = new OneSink<>(blackhole);
        single.subscribe(sink);
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        uni.subscribe().withSubscriber(new OneSink<>(blackhole));
    }

    @Benchmark
    public void completablefuture(Blackhole blackhole) {
        CompletableFuture.completedFuture(ThreadLocalRandom.current().nextLong())
                .thenApply(Math::abs)
                .thenApply(Long::toHexString)
                .thenApply(Optional::of)
                .thenApply(s -> "[" + s.get() + "]")
                .thenAccept(blackhole::consume);
    }

    @Benchmark
    public String loop() {
        long number = Math.abs(ThreadLocalRandom.current().nextLong());
        return "[" + Long.toHexString(number) + "]";
    }
}
