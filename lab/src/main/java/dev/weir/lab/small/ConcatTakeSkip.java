package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The first and the last items of a stream, one after the other, mapped and reduced. */
public class ConcatTakeSkip extends Small {
    private static final int FIRST = 3;

    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        Many<Integer> all = Many.from(items);
        return Many.concat(all.take(FIRST), all.skip(FIRST))
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        Flux<Integer> all = Flux.fromIterable(items);
        return Flux.concat(all.take(FIRST), all.skip(FIRST))
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        Flowable<Integer> all = Flowable.fromIterable(items);
        return Flowable.concat(all.take(FIRST), all.skip(FIRST))
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        Multi<Integer> all = Multi.createFrom().iterable(items);
        return Multi.createBy()
                .concatenating()
                .streams(all.select().first(FIRST), all.skip().first(FIRST))
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return Stream.concat(items.stream().limit(FIRST), items.stream().skip(FIRST))
                .map(n -> n + 1)
                .reduce(0, Integer::sum);
    }
}
