package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.Repeat;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value again and again, as a stream. */
public class OneRepeat extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return One.supply(() -> given).repeat(Repeat.times(items - 1)).count().await();
    }

    @Benchmark
    public long reactor() {
        return Mono.fromSupplier(() -> given).repeat(items - 1).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Single.fromSupplier(() -> given).repeat(items).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Uni.createFrom()
                .item(() -> given)
                .repeat()
                .atMost(items)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
