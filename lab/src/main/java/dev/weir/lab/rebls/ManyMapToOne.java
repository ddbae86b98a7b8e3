package dev.weir.lab.rebls;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowNumbers;
import dev.weir.lab.neutral.FlowSink;
import dev.weir.lab.neutral.RsNumbers;
import dev.weir.lab.neutral.RsSink;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each number mapped to one value that may come later; assembled for each run. */
public class ManyMapToOne extends Row {
    private static final int CONCURRENCY = 32;

    @Param("100000")
    public long requested;

    private final Many<Long> many = Many.from(new FlowNumbers());
    private final Flux<Long> flux = Flux.from(new RsNumbers());
    private final Flowable<Long> flowable = Flowable.fromPublisher(new RsNumbers());
    private final Multi<Long> multi = Multi.createFrom().safePublisher(new FlowNumbers());

    @Benchmark
    public void weir(Blackhole blackhole) {
        many.mapAsync(CONCURRENCY, n -> One.of(n + 1L)).subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void weirFlatMap(Blackhole blackhole) {
        many.flatMap(CONCURRENCY, n -> Many.of(n + 1L)).subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        flux.flatMap(n -> Mono.just(n + 1L), CONCURRENCY).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        flowable.flatMapSingle(n -> Single.just(n + 1L), false, CONCURRENCY)
                .subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        multi.onItem()
                .transformToUni(n -> Uni.createFrom().item(n + 1L))
                .merge(CONCURRENCY)
                .subscribe()
                .withSubscriber(new FlowSink<>(blackhole, requested));
    }
}
