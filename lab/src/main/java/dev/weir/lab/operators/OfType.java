package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Those of one class: every other one. */
public class OfType extends Operator {
    private List<Number> numbers = List.of();

    @Override
    protected void prepare() {
        super.prepare();
        numbers = each(n -> n % 2 == 0 ? (Number) n : Long.valueOf(n));
    }

    @Override
    protected Object expected() {
        return (items + 1L) / 2;
    }

    @Benchmark
    public long weir() {
        return Many.from(numbers).ofType(Integer.class).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(numbers).ofType(Integer.class).count().block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(numbers).ofType(Integer.class).count().blockingGet();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(numbers)
                .select()
                .where(Integer.class::isInstance)
                .onItem()
                .castTo(Integer.class)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
