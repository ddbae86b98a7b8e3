package dev.weir.lab.sync;

import dev.weir.Many;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowLatch;
import dev.weir.lab.neutral.RsLatch;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** A stream of so many items, watched to its end; a row assembles it for each library. */
public abstract class Watched extends Row {
    @Param({"1", "1000", "1000000"})
    public int items;

    Many<Integer> many;
    Flux<Integer> flux;
    Flowable<Integer> flowable;
    Multi<Integer> multi;
    Source<Integer, NotUsed> source;

    @Benchmark
    public void weir(Blackhole blackhole) throws InterruptedException {
        FlowLatch<Integer> latch = new FlowLatch<>(blackhole);
        many.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void reactor(Blackhole blackhole) throws InterruptedException {
        RsLatch<Integer> latch = new RsLatch<>(blackhole);
        flux.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) throws InterruptedException {
        RsLatch<Integer> latch = new RsLatch<>(blackhole);
        flowable.subscribe(latch);
        latch.await();
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) throws InterruptedException {
        FlowLatch<Integer> latch = new FlowLatch<>(blackhole);
        multi.subscribe().withSubscriber(latch);
        latch.await();
    }

    @Benchmark
    public void pekko(Actors actors, Blackhole blackhole) throws InterruptedException {
        RsLatch<Integer> latch = new RsLatch<>(blackhole);
        source.runWith(Sink.fromSubscriber(latch), actors.system);
        latch.await();
    }
}
