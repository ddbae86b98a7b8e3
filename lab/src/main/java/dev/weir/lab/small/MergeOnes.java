package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Two single values as they come, added up. */
public class MergeOnes extends Small {
    @Override
    protected Object expected() {
        return 42;
    }

    @Benchmark
    public Integer weir() {
        return Many.merge(
                        One.supply(() -> given + 19).toMany(),
                        One.supply(() -> given + 21).toMany())
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.merge(Mono.fromSupplier(() -> given + 19), Mono.fromSupplier(() -> given + 21))
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.merge(Single.fromSupplier(() -> given + 19), Single.fromSupplier(() -> given + 21))
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createBy()
                .merging()
                .streams(
                        Uni.createFrom().item(() -> given + 19).toMulti(),
                        Uni.createFrom().item(() -> given + 21).toMulti())
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
