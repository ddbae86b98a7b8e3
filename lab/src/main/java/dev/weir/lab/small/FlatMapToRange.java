package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The items of a list, each as a range of four that is mapped and filtered; counted. */
public class FlatMapToRange extends Small {
    private static final int RANGE = 4;

    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 14L;
    }

    @Benchmark
    public long weir() {
        return Many.from(items)
                .flatMap(n -> Many.range(n, RANGE).map(v -> v * 2).filter(v -> v % 4 == 0))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(items)
                .flatMap(n -> Flux.range(n, RANGE).map(v -> v * 2).filter(v -> v % 4 == 0))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(items)
                .flatMap(n -> Flowable.range(n, RANGE).map(v -> v * 2).filter(v -> v % 4 == 0))
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .onItem()
                .transformToMultiAndMerge(n ->
                        Multi.createFrom().range(n, n + RANGE).map(v -> v * 2).filter(v -> v % 4 == 0))
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }

    @Benchmark
    public long streams() {
        return items.stream()
                .flatMap(n ->
                        IntStream.range(n, n + RANGE).boxed().map(v -> v * 2).filter(v -> v % 4 == 0))
                .count();
    }
}
