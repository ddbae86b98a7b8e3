package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** A range, mapped and reduced. */
public class SourceRange extends Small {
    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.range(0, SEVEN)
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.range(0, SEVEN).map(n -> n + 1).reduce(0, Integer::sum).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.range(0, SEVEN).map(n -> n + 1).reduce(0, Integer::sum).blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .range(0, SEVEN)
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return IntStream.range(0, SEVEN).boxed().map(n -> n + 1).reduce(0, Integer::sum);
    }
}
