package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A list that is made of a stream, and a stream again; then mapped and reduced. */
public class ToListFlatMapMany extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.from(items)
                .toList()
                .flatMapMany(Many::from)
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(items)
                .collectList()
                .flatMapMany(Flux::fromIterable)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(items)
                .toList()
                .flatMapPublisher(Flowable::fromIterable)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .collect()
                .asList()
                .onItem()
                .transformToMulti(list -> Multi.createFrom().iterable(list))
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return items.stream().toList().stream().map(n -> n + 1).reduce(0, Integer::sum);
    }
}
