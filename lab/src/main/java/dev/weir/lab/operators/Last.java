package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The last item. */
public class Last extends Operator {
    @Override
    protected Object expected() {
        return list.getLast();
    }

    @Benchmark
    public Integer weir() {
        return Many.from(list).last().await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(list).last().block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(list).lastOrError().blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom().iterable(list).collect().last().await().indefinitely();
    }
}
