package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream that fails at its sixth item, with one item instead; added up. */
public class RecoverManyReturn extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 57;
    }

    @Benchmark
    public Integer weir() {
        return Many.from(items)
                .map(n -> n == 5 ? fail() : n + 1)
                .onErrorReturn(failure -> 42)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(items)
                .map(n -> n == 5 ? fail() : n + 1)
                .onErrorReturn(42)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(items)
                .map(n -> n == 5 ? fail() : n + 1)
                .onErrorReturn(failure -> 42)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .map(n -> n == 5 ? fail() : n + 1)
                .onFailure()
                .recoverWithItem(42)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
