package dev.weir.lab.operators;

import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** Of several the one that ends first. */
public class OneRace extends Operator {
    @Override
    protected Object expected() {
        return 0;
    }

    @Benchmark
    public Integer weir() {
        return One.race(each(n -> One.supply(() -> n))).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.firstWithSignal(each(n -> Mono.fromSupplier(() -> n))).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.amb(each(n -> Single.fromSupplier(() -> n))).blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.join()
                .first(each(n -> Uni.createFrom().item(() -> n)))
                .toTerminate()
                .await()
                .indefinitely();
    }
}
