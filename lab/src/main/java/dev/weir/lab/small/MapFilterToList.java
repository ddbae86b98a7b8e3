package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import reactor.core.publisher.Flux;

/** The items of a list, mapped and filtered, as a list. */
public class MapFilterToList extends Small {
    @Param({"0", "1", "4", "7", "16", "64"})
    public int items;

    private List<Integer> list;

    @Override
    protected void prepare() {
        list = items(items);
    }

    @Override
    protected Object expected() {
        return IntStream.rangeClosed(1, items)
                .map(n -> (n - 1) % 50 + 1)
                .filter(n -> n % 2 == 0)
                .boxed()
                .toList();
    }

    @Benchmark
    public List<Integer> weir() {
        return Many.from(list).map(n -> n + 1).filter(n -> n % 2 == 0).toList().await();
    }

    @Benchmark
    public List<Integer> reactor() {
        return Flux.fromIterable(list)
                .map(n -> n + 1)
                .filter(n -> n % 2 == 0)
                .collectList()
                .block();
    }

    @Benchmark
    public List<Integer> rxjava() {
        return Flowable.fromIterable(list)
                .map(n -> n + 1)
                .filter(n -> n % 2 == 0)
                .toList()
                .blockingGet();
    }

    @Benchmark
    public List<Integer> mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .map(n -> n + 1)
                .filter(n -> n % 2 == 0)
                .collect()
                .asList()
                .await()
                .indefinitely();
    }

    @Benchmark
    public List<Integer> streams() {
        return list.stream().map(n -> n + 1).filter(n -> n % 2 == 0).toList();
    }

    @Benchmark
    public List<Integer> loop() {
        List<Integer> result = new ArrayList<>();
        for (Integer n : list) {
            int next = n + 1;
            if (next % 2 == 0) {
                result.add(next);
            }
        }
        return result;
    }
}
