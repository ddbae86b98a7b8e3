package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** An end in place of a failure. */
public class OnErrorComplete extends Operator {
    @Override
    protected Object expected() {
        return 5L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorComplete()
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorComplete()
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onErrorComplete()
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .map(n -> n == 5 ? fail() : n)
                .onFailure()
                .recoverWithCompletion()
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
