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

/** Numbers, mapped; assembled for each run. */
public class ManyMap extends Row {
    @Param("100000")
    public long requested;

    private final Many<Long> many = Many.from(new FlowNumbers());
    private final Flux<Long> flux = Flux.from(new RsNumbers());
    private final Flowable<Long> flowable = Flowable.fromPublisher(new RsNumbers());
    private final Multi<Long> multi = Multi.createFrom().safePublisher(new FlowNumbers());

    @Benchmark
    public void weir(Blackhole blackhole) {
        many.map(Math::abs).subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        flux.map(Math::abs).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        flowable.map(Math::abs).subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        multi.onItem().transform(Math::abs).subscribe().withSubscriber(new FlowSink<>(blackhole, requested));
    }
}
