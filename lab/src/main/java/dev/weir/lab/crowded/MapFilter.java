package dev.weir.lab.crowded;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The sum of a range of 1,000 after five operators: map, filter, map, filter, map; assembled once. */
public class MapFilter extends Row {
    private static final int ITEMS = 1_000;

    private final Many<Integer> many = Many.range(0, ITEMS)
            .map(n -> n + 1)
            .filter(n -> n % 3 != 0)
            .map(n -> n * 2)
            .filter(n -> n % 5 != 0)
            .map(n -> n - 1);
    private final Many<Integer> named = Many.range(0, ITEMS)
            .map(n -> n + 1)
            .filter(n -> n % 3 != 0)
            .map(n -> n * 2)
            .named("sum")
            .filter(n -> n % 5 != 0)
            .map(n -> n - 1);
    private final Flux<Integer> flux = Flux.range(0, ITEMS)
            .map(n -> n + 1)
            .filter(n -> n % 3 != 0)
            .map(n -> n * 2)
            .filter(n -> n % 5 != 0)
            .map(n -> n - 1);
    private final Flowable<Integer> flowable = Flowable.range(0, ITEMS)
            .map(n -> n + 1)
            .filter(n -> n % 3 != 0)
            .map(n -> n * 2)
            .filter(n -> n % 5 != 0)
            .map(n -> n - 1);
    private final Multi<Integer> multi = Multi.createFrom()
            .range(0, ITEMS)
            .map(n -> n + 1)
            .filter(n -> n % 3 != 0)
            .map(n -> n * 2)
            .filter(n -> n % 5 != 0)
            .map(n -> n - 1);

    @Benchmark
    public long weir() throws InterruptedException {
        FlowSum sum = new FlowSum();
        many.subscribe(sum);
        return sum.await();
    }

    @Benchmark
    public long weirNamed() throws InterruptedException {
        FlowSum sum = new FlowSum();
        named.subscribe(sum);
        return sum.await();
    }

    @Benchmark
    public long reactor() throws InterruptedException {
        RsSum sum = new RsSum();
        flux.subscribe(sum);
        return sum.await();
    }

    @Benchmark
    public long rxjava() throws InterruptedException {
        RsSum sum = new RsSum();
        flowable.subscribe(sum);
        return sum.await();
    }

    @Benchmark
    public long mutiny() throws InterruptedException {
        FlowSum sum = new FlowSum();
        multi.subscribe().withSubscriber(sum);
        return sum.await();
    }

    @Benchmark
    public long streams() {
        return IntStream.range(0, ITEMS)
                .boxed()
                .map(n -> n + 1)
                .filter(n -> n % 3 != 0)
                .map(n -> n * 2)
                .filter(n -> n % 5 != 0)
                .map(n -> n - 1)
                .mapToLong(Integer::longValue)
                .sum();
    }

    @Benchmark
    public long loop() {
        long sum = 0;
        for (int i = 0; i < ITEMS; i++) {
            int n = i + 1;
            if (n % 3 != 0) {
                n *= 2;
                if (n % 5 != 0) {
                    sum += n - 1;
                }
            }
        }
        return sum;
    }
}
