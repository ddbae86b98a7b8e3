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

/** A range. */
public class RangeAlone extends Watched {
    @Setup
    public void assemble() {
        many = Many.range(1, items);
        flux = Flux.range(1, items);
        flowable = Flowable.range(1, items);
        multi = Multi.createFrom().range(1, items + 1);
        source = Source.range(1, items);
    }

    @Benchmark
    public void streams(Blackhole blackhole) {
        IntStream.rangeClosed(1, items).boxed().forEach(blackhole::consume);
    }

    @Benchmark
    public void parallel(Blackhole blackhole) {
        IntStream.rangeClosed(1, items).parallel().boxed().forEach(blackhole::consume);
    }

    @Benchmark
    public void loop(Blackhole blackhole) {
        for (int i = 1; i <= items; i++) {
            blackhole.consume(Integer.valueOf(i));
        }
    }
}
