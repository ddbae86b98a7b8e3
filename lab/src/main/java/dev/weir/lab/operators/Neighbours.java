package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Each number with the next one. */
public class Neighbours extends Operator {
    @Override
    protected Object expected() {
        return items - 1L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .buffer(2, 1)
                .filter(pair -> pair.size() == 2)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .buffer(2, 1)
                .filter(pair -> pair.size() == 2)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .buffer(2, 1)
                .filter(pair -> pair.size() == 2)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .intoLists()
                .of(2, 1)
                .filter(pair -> pair.size() == 2)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
