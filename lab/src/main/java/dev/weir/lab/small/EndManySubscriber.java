package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items that a subscriber of a framework asks for. */
public class EndManySubscriber extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public int weir() {
        FlowAdder adder = new FlowAdder();
        Many.from(items).map(n -> n + 1).subscribe(adder);
        return adder.sum();
    }

    @Benchmark
    public int reactor() {
        RsAdder adder = new RsAdder();
        Flux.fromIterable(items).map(n -> n + 1).subscribe(adder);
        return adder.sum();
    }

    @Benchmark
    public int rxjava() {
        RsAdder adder = new RsAdder();
        Flowable.fromIterable(items).map(n -> n + 1).subscribe(adder);
        return adder.sum();
    }

    @Benchmark
    public int mutiny() {
        FlowAdder adder = new FlowAdder();
        Multi.createFrom().iterable(items).map(n -> n + 1).subscribe().withSubscriber(adder);
        return adder.sum();
    }
}
