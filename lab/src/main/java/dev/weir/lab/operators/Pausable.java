package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.Valve;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.DemandPauser;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each through a valve that is open; with Reactor each waits for a gate that is. RxJava has nothing like it. */
public class Pausable extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).through(Operators.pausable(new Valve())).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list).delayUntil(n -> Mono.empty()).count().block();
    }

    @Benchmark
    public long mutiny() {
        return Multi.createFrom()
                .iterable(list)
                .pauseDemand()
                .using(new DemandPauser())
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
