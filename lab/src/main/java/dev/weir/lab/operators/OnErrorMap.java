package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A failure that becomes another one, and then an item. */
public class OnErrorMap extends Operator {
    @Override
    protected Object expected() {
        return 6L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorMap(f -> new Failure())
                .onErrorResume(f -> Many.of(given))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorMap(f -> new Failure())
                .onErrorResume(f -> Flux.just(given))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorResumeNext(f -> Flowable.<Integer>error(new Failure()))
                .onErrorResumeNext(f -> Flowable.just(given))
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onFailure()
                .transform(f -> new Failure())
                .onFailure()
                .recoverWithMulti(f -> Multi.createFrom().item(given))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
