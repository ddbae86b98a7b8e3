package dev.weir.lab.sync;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.IntStream;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** A range, each item flat-mapped to a range of two. */
public class RangeFlatMapRange extends Watched {
    @Setup
    public void assemble() {
        many = Many.range(1, items).flatMap(i -> Many.range(i, 2));
        flux = Flux.range(1, items).flatMap(i -> Flux.range(i, 2));
        flowable = Flowable.range(1, items).flatMap(i -> Flowable.range(i, 2));
        multi = Multi.createFrom()
                .range(1, items + 1)
                .onItem()
                .transformToMultiAndMerge(i -> Multi.createFrom().range(i, i + 2));
        source = Source.range(1, items).flatMapMerge(256, i -> Source.range(i, i + 1));
    }

    @Benchmark
    public void streams(Blackhole blackhole) {
        IntStream.rangeClosed(1, items)
                .boxed()
                .flatMap(i -> IntStream.range(i, i + 2).boxed())
                .forEach(blackhole::consume);
    }

    @Benchmark
    public void parallel(Blackhole blackhole) {
        IntStream.rangeClosed(1, items)
                .parallel()
                .boxed()
                .flatMap(i -> IntStream.range(i, i + 2).boxed())
                .forEach(blackhole::consume);
    }

    @Benchmark
    public void loop(Blackhole blackhole) {
        for (int i = 1; i <= items; i++) {
            for (int item = i; item < i + 2; item++) {
                blackhole.consume(Integer.valueOf(item));
            }
        }
    }
}
