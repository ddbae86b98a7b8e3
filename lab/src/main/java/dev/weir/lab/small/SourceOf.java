package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items that are given one by one, mapped and reduced. */
public class SourceOf extends Small {
    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.of(0, 1, 2, 3, 4, 5, 6)
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.just(0, 1, 2, 3, 4, 5, 6)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.just(0, 1, 2, 3, 4, 5, 6)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .items(0, 1, 2, 3, 4, 5, 6)
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return Stream.of(0, 1, 2, 3, 4, 5, 6).map(n -> n + 1).reduce(0, Integer::sum);
    }
}
