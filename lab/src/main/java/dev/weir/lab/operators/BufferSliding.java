package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Lists of three, each with two items of the one before; at the end the libraries differ, and only whole ones count. */
public class BufferSliding extends Operator {
    @Override
    protected Object expected() {
        return Math.max(0L, items - 2L);
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .buffer(3, 1)
                .filter(all -> all.size() == 3)
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .buffer(3, 1)
                .filter(all -> all.size() == 3)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .buffer(3, 1)
                .filter(all -> all.size() == 3)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .group()
                .intoLists()
                .of(3, 1)
                .select()
                .where(all -> all.size() == 3)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
