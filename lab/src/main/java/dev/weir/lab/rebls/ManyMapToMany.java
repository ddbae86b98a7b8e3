package dev.weir.lab.rebls;

import dev.weir.Many;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowNumbers;
import dev.weir.lab.neutral.FlowSink;
import dev.weir.lab.neutral.RsNumbers;
import dev.weir.lab.neutral.RsSink;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** Each number mapped to three; assembled for each run. The queues of inner streams are as short as each library allows. */
public class ManyMapToMany extends Row {
    private static final int CONCURRENCY = 32;

    @Param("100000")
    public long requested;

    private final Many<Long> many = Many.from(new FlowNumbers());
    private final Flux<Long> flux = Flux.from(new RsNumbers());
    private final Flowable<Long> flowable = Flowable.fromPublisher(new RsNumbers());
    private final Multi<Long> multi = Multi.createFrom().safePublisher(new FlowNumbers());

    @Benchmark
    public void weir(Blackhole blackhole) {
        many.flatMap(CONCURRENCY, n -> Many.of(n, n + 1L, n + 2L)).subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        flux.flatMap(n -> Flux.just(n, n + 1L, n + 2L), CONCURRENCY, 1).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        flowable.flatMap(n -> Flowable.just(n, n + 1L, n + 2L), false, CONCURRENCY, 1)
                .subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        multi.onItem()
                .transformToMulti(n -> Multi.createFrom().items(n, n + 1L, n + 2L))
                .merge(CONCURRENCY)
                .subscribe()
                .withSubscriber(new FlowSink<>(blackhole, requested));
    }
}
