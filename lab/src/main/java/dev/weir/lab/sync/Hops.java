package dev.weir.lab.sync;

import dev.weir.Many;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowLatch;
import dev.weir.lab.neutral.RsLatch;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.smallrye.mutiny.Multi;
import java.util.concurrent.ExecutorService;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/**
 * A range that hops to one thread, or, increased there, on to a second one, through queues of the same size. Without the
 * function between them, libraries make one hop of two.
 */
public class Hops extends Row {
    private static final int QUEUE = 256;

    @Param({"1", "1000", "1000000"})
    public int items;

    @Param({"1", "2"})
    public int hops;

    private Many<Integer> many;
    private Flux<Integer> flux;
    private Flowable<Integer> flowable;
    private Multi<Integer> multi;
    private Source<Integer, NotUsed> source;

    @Setup
    public void assemble(Workers workers) {
        many = Many.range(1, items);
        flux = Flux.range(1, items);
        flowable = Flowable.range(1, items);
        multi = Multi.createFrom().range(1, items + 1);
        source = Source.range(1, items);
        hop(workers.first);
        if (hops == 2) {
            increase();
            hop(workers.second);
        }
        source = source.addAttributes(Attributes.inputBuffer(QUEUE, QUEUE));
    }

    private void increase() {
        many = many.map(n -> n + 1);
        flux = flux.map(n -> n + 1);
        flowable = flowable.map(n -> n + 1);
        multi = multi.map(n -> n + 1);
        source = source.map(n -> n + 1);
    }

    private void hop(ExecutorService thread) {
        many = many.publishOn(thread, QUEUE);
        flux = flux.publishOn(reactor.core.scheduler.Schedulers.fromExecutorService(thread), QUEUE);
        flowable = flowable.observeOn(Schedulers.from(thread), false, QUEUE);
        multi = multi.emitOn(thread, QUEUE);
        source = source.async();
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
}
