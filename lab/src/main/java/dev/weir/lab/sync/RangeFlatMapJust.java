package dev.weir.lab.sync;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** A range, each item flat-mapped to one. */
public class RangeFlatMapJust extends Watched {
    @Setup
    public void assemble() {
        many = Many.range(1, items).flatMap(Many::of);
        flux = Flux.range(1, items).flatMap(Flux::just);
        flowable = Flowable.range(1, items).flatMap(Flowable::just);
        multi = Multi.createFrom().range(1, items + 1).onItem().transformToMultiAndMerge(Multi.createFrom()::item);
        source = Source.range(1, items).flatMapMerge(256, Source::single);
    }

    @Benchmark
    public void streams(Blackhole blackhole) {
        IntStream.rangeClosed(1, items).boxed().flatMap(Stream::of).forEach(blackhole::consume);
    }

    @Benchmark
    public void parallel(Blackhole blackhole) {
        IntStream.rangeClosed(1, items).parallel().boxed().flatMap(Stream::of).forEach(blackhole::consume);
    }

    @Benchmark
    public void loop(Blackhole blackhole) {
        for (int i = 1; i <= items; i++) {
            blackhole.consume(Integer.valueOf(i));
        }
    }
}
