package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** Item after item, each out of a single value that might come later, with the state after it; the others repeat one that counts. */
public class UnfoldAsync extends Operator {
    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.unfoldAsync(0, n -> One.of(n < items ? new Many.Unfolded<>(list.get(n), n + 1) : null))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        int[] next = new int[1];
        return Mono.defer(() -> Mono.just(list.get(next[0]++)))
                .repeat(() -> next[0] < items)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        int[] next = new int[1];
        return Single.defer(() -> Single.just(list.get(next[0]++)))
                .repeatUntil(() -> next[0] == items)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long mutiny() {
        int[] next = new int[1];
        return Multi.createBy()
                .repeating()
                .uni(() -> Uni.createFrom().item(list.get(next[0]++)))
                .whilst(n -> next[0] < items)
                .collect()
                .with(Collectors.counting())
                .await()
                .indefinitely();
    }
}
