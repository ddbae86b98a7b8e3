package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream for all who come, of whom there is one. */
public class Share extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).share().count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).share().count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list).share().count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .broadcast()
                .toAllSubscribers()
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
