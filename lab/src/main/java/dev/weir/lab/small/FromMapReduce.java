package dev.weir.lab.small;

import dev.weir.Context;
import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The items of a list, mapped and reduced. */
public class FromMapReduce extends Small {
    private static final Context.Key<String> USER = Context.Key.of("user");

    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.from(items).map(n -> n + 1).reduce(() -> 0, Integer::sum).await();
    }

    @Benchmark
    public Integer weirNamed() {
        return Many.from(items)
                .map(n -> n + 1)
                .named("sum")
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer weirContext() {
        return Many.from(items)
                .map(n -> n + 1)
                .withContext(context -> context.with(USER, "ann"))
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.fromIterable(items).map(n -> n + 1).reduce(0, Integer::sum).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.fromIterable(items)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .iterable(items)
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return items.stream().map(n -> n + 1).reduce(0, Integer::sum);
    }

    @Benchmark
    public Integer loop() {
        int sum = 0;
        for (Integer n : items) {
            sum += n + 1;
        }
        return sum;
    }
}
