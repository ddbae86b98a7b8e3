package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The number of items that pass a filter. */
public class CrossingCount extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 4L;
    }

    @Benchmark
    public long weir() {
        return Many.from(items).filter(n -> n % 2 == 0).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(items).filter(n -> n % 2 == 0).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(items).filter(n -> n % 2 == 0).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .filter(n -> n % 2 == 0)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }

    @Benchmark
    public long streams() {
        return items.stream().filter(n -> n % 2 == 0).count();
    }
}
