package dev.weir.lab.small;

import dev.weir.Items;
import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items that a loop of the calling thread takes. */
public class EndManyIterate extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public int weir() {
        int sum = 0;
        try (Items<Integer> taken = Many.from(items).map(n -> n + 1).iterate()) {
            for (int n : taken) {
                sum += n;
            }
        }
        return sum;
    }

    @Benchmark
    public int reactor() {
        int sum = 0;
        for (int n : Flux.fromIterable(items).map(n -> n + 1).toIterable()) {
            sum += n;
        }
        return sum;
    }

    @Benchmark
    public int rxjava() {
        int sum = 0;
        for (int n : Flowable.fromIterable(items).map(n -> n + 1).blockingIterable()) {
            sum += n;
        }
        return sum;
    }

    @Benchmark
    public int mutiny() {
        int sum = 0;
        for (int n :
                Multi.createFrom().iterable(items).map(n -> n + 1).subscribe().asIterable()) {
            sum += n;
        }
        return sum;
    }
}
