package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Something is done for each request. */
public class DoOnRequest extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.doOnRequest(n -> given = 2))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).doOnRequest(n -> given = 2).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).doOnRequest(n -> given = 2).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .onRequest()
                .invoke(n -> given = 2)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
