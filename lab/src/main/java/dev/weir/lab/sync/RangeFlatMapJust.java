package dev.weir.lab.sync;

import dev.weir.Many;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowLatch;
import dev.weir.lab.neutral.RsLatch;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** A range, each item flat-mapped to one. */
public class RangeFlatMapJust extends Row {
    @Param({"1", "1000", "1000000"})
    public int items;

    private Many<Integer> many;
    private Flux<Integer> flux;
    private Flowable<Integer> flowable;
    private Multi<Integer> multi;
    private Source<Integer, NotUsed> source;

    @Setup
    public void assemble() {
        many = Many.range(1, items).flatMap(Many::of);
        flux = Flux.range(1, items).flatMap(Flux::just);
        flowable = Flowable.range(1, items).flatMap(Flowable::just);
        multi = Multi.createFrom().range(1, items + 1).onItem().transformToMultiAndMerge(Multi.createFrom()::item);
        source = Source.range(1, items).flatMapMerge(256, Source::single);
    }

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
