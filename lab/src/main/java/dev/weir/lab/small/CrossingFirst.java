package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The first item of a stream, mapped. */
public class CrossingFirst extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 2;
    }

    @Benchmark
    public Integer weir() {
        return Many.from(items).map(n -> n + 1).first().map(n -> n * 2).await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(items).map(n -> n + 1).next().map(n -> n * 2).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(items)
                .map(n -> n + 1)
                .firstElement()
                .map(n -> n * 2)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .map(n -> n + 1)
                .toUni()
                .map(n -> n * 2)
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return items.stream().map(n -> n + 1).findFirst().map(n -> n * 2).orElse(null);
    }
}
