package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** All but the last, and something that is done when the rest is cancelled. */
public class DoOnCancel extends Operator {
    private int cancelled;

    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        cancelled = 0;
        return Many.from(list)
                        .through(Operators.doOnCancel(() -> cancelled++))
                        .take(items - 1)
                        .count()
                        .await()
                + cancelled;
    }

    @Benchmark
    public long reactor() {
        cancelled = 0;
        return Flux.fromIterable(list)
                        .doOnCancel(() -> cancelled++)
                        .take(items - 1)
                        .count()
                        .block()
                + cancelled;
    }

    @Benchmark
    public long rxjava() {
        cancelled = 0;
        return Flowable.fromIterable(list)
                        .doOnCancel(() -> cancelled++)
                        .take(items - 1)
                        .count()
                        .blockingGet()
                + cancelled;
    }

    @Benchmark
    public long mutiny() {
        cancelled = 0;
        return Multi.createFrom()
                        .iterable(list)
                        .onCancellation()
                        .invoke(() -> cancelled++)
                        .select()
                        .first(items - 1)
                        .collect()
                        .with(Collectors.counting())
                        .await()
                        .indefinitely()
                + cancelled;
    }
}
