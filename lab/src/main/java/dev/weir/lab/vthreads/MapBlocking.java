package dev.weir.lab.vthreads;

import dev.weir.Many;
import dev.weir.lab.sync.Actors;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each call blocks a thread: a virtual one, or one of the library's own pool for blocking work. */
public class MapBlocking extends Calls {
    @Benchmark
    public void weir() throws InterruptedException {
        FlowInOrder items = new FlowInOrder();
        Many.range(0, ITEMS).mapBlocking(concurrency, work::block).subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void reactor(Elastic elastic) throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Flux.range(0, ITEMS)
                .flatMapSequential(
                        n -> Mono.fromCallable(() -> work.block(n)).subscribeOn(elastic.threads), concurrency, 1)
                .subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void rxjava() throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Flowable.range(0, ITEMS)
                .concatMapEager(
                        n -> Flowable.fromCallable(() -> work.block(n)).subscribeOn(Schedulers.io()), concurrency, 1)
                .subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void pekko(Actors actors) throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Source.range(0, ITEMS - 1)
                .mapAsync(concurrency, n -> CompletableFuture.supplyAsync(() -> work.block(n), work.threads))
                .runWith(Sink.fromSubscriber(items), actors.system);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void gatherers() {
        List<Integer> items = IntStream.range(0, ITEMS)
                .boxed()
                .gather(Gatherers.mapConcurrent(concurrency, work::block))
                .toList();
        for (int i = 0; i < ITEMS; i++) {
            if (items.get(i) != i) {
                throw new IllegalStateException("out of order");
            }
        }
        checkBound();
    }

    @Benchmark
    public void threads() throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Bounded.run(work, ITEMS, concurrency, item -> {
            if (item != next.getAndIncrement()) {
                throw new IllegalStateException("out of order");
            }
        });
        checkBound();
    }
}
