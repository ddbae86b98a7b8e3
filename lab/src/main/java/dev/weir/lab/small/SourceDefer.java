package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A stream that is made when it is asked for, mapped and reduced. */
public class SourceDefer extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.defer(() -> Many.from(items))
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.defer(() -> Flux.fromIterable(items))
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.defer(() -> Flowable.fromIterable(items))
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .deferred(() -> Multi.createFrom().iterable(items))
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
