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

/** Numbers, every other one let through; assembled for each run. */
public class ManyFilter extends Row {
    @Param("100000")
    public long requested;

    private final Many<Long> many = Many.from(new FlowNumbers());
    private final Flux<Long> flux = Flux.from(new RsNumbers());
    private final Flowable<Long> flowable = Flowable.fromPublisher(new RsNumbers());
    private final Multi<Long> multi = Multi.createFrom().safePublisher(new FlowNumbers());

    @Benchmark
    public void weir(Blackhole blackhole) {
        many.filter(n -> n % 2 == 0).subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        flux.filter(n -> n % 2 == 0).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        flowable.filter(n -> n % 2 == 0).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        multi.select().where(n -> n % 2 == 0).subscribe().withSubscriber(new FlowSink<>(blackhole, requested));
    }
}
