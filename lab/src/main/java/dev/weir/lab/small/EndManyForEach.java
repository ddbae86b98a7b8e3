package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items that the calling thread waits for, each given to a function. */
public class EndManyForEach extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public int weir() {
        int[] sum = new int[1];
        Many.from(items).map(n -> n + 1).forEach(n -> sum[0] += n).await();
        return sum[0];
    }

    @Benchmark
    public int reactor() {
        int[] sum = new int[1];
        Flux.fromIterable(items)
                .map(n -> n + 1)
                .doOnNext(n -> sum[0] += n)
                .then()
                .block();
        return sum[0];
    }

    @Benchmark
    public int rxjava() {
        int[] sum = new int[1];
        Flowable.fromIterable(items)
                .map(n -> n + 1)
                .doOnNext(n -> sum[0] += n)
                .ignoreElements()
                .blockingAwait();
        return sum[0];
    }

    @Benchmark
    public int mutiny() {
        int[] sum = new int[1];
        Multi.createFrom()
                .iterable(items)
                .map(n -> n + 1)
                .onItem()
                .invoke(n -> sum[0] += n)
                .onItem()
                .ignoreAsUni()
                .await()
                .indefinitely();
        return sum[0];
    }

    @Benchmark
    public int streams() {
        int[] sum = new int[1];
        items.stream().map(n -> n + 1).forEach(n -> sum[0] += n);
        return sum[0];
    }
}
