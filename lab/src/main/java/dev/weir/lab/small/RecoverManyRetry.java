package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.Retry;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream that fails at its sixth item and is whole at the second try; added up. */
public class RecoverManyRetry extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 43;
    }

    @Benchmark
    public Integer weir() {
        int[] tries = new int[1];
        return Many.from(items)
                .map(n -> n == 5 && tries[0]++ == 0 ? fail() : n + 1)
                .retry(Retry.atMost(2))
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        int[] tries = new int[1];
        return Flux.fromIterable(items)
                .map(n -> n == 5 && tries[0]++ == 0 ? fail() : n + 1)
                .retry(2)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        int[] tries = new int[1];
        return Flowable.fromIterable(items)
                .map(n -> n == 5 && tries[0]++ == 0 ? fail() : n + 1)
                .retry(2)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        int[] tries = new int[1];
        return Multi.createFrom()
                .iterable(items)
                .map(n -> n == 5 && tries[0]++ == 0 ? fail() : n + 1)
                .onFailure()
                .retry()
                .atMost(2)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
