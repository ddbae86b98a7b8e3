package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.Outcome;
import io.reactivex.rxjava3.core.Notification;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/** What each of several ends with, all at once, in order: how many of them fail. */
public class OneAllSettled extends Operator {
    private static final int FAILING = 5;

    @Override
    protected Object expected() {
        return list.stream().filter(n -> n == FAILING).count();
    }

    @Benchmark
    public long weir() {
        List<One<Integer>> ones = each(n -> One.supply(() -> n == FAILING ? fail() : n));
        return One.allSettled(ones).await().stream()
                .filter(outcome -> outcome.failure() != null)
                .count();
    }

    @Benchmark
    public long reactor() {
        List<Mono<Signal<Integer>>> settled = each(
                n -> Mono.<Integer>fromSupplier(() -> n == FAILING ? fail() : n).materialize());
        return Stream.of(Mono.zip(settled, signals -> signals).block())
                .filter(signal -> ((Signal<?>) signal).isOnError())
                .count();
    }

    @Benchmark
    public long rxjava() {
        List<Single<Notification<Integer>>> settled = each(n ->
                Single.<Integer>fromSupplier(() -> n == FAILING ? fail() : n).materialize());
        return Stream.of(Single.zip(settled, notifications -> notifications).blockingGet())
                .filter(notification -> ((Notification<?>) notification).isOnError())
                .count();
    }

    @Benchmark
    public long mutiny() {
        List<Uni<Outcome<Integer>>> unis = each(n -> Uni.createFrom()
                .item(() -> n == FAILING ? fail() : n)
                .onItemOrFailure()
                .transform((item, failure) -> new Outcome<>(item, failure)));
        return Uni.join().all(unis).andFailFast().await().indefinitely().stream()
                .filter(outcome -> outcome.failure() != null)
                .count();
    }
}
