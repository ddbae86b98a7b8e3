package dev.weir.lab.vthreads;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.lab.sync.Actors;
import io.reactivex.rxjava3.core.Flowable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Each call gives a CompletionStage, which a virtual thread completes. */
public class MapAsync extends Calls {
    @Benchmark
    public void weir() throws InterruptedException {
        FlowInOrder items = new FlowInOrder();
        Many.range(0, ITEMS)
                .mapAsync(concurrency, n -> One.from(() -> work.start(n)))
                .subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void reactor() throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Flux.range(0, ITEMS)
                .flatMapSequential(n -> Mono.fromCompletionStage(() -> work.start(n)), concurrency, 1)
                .subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void rxjava() throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Flowable.range(0, ITEMS)
                .concatMapEager(n -> Flowable.defer(() -> Flowable.fromCompletionStage(work.start(n))), concurrency, 1)
                .subscribe(items);
        items.await(ITEMS);
        checkBound();
    }

    @Benchmark
    public void pekko(Actors actors) throws InterruptedException {
        RsInOrder items = new RsInOrder();
        Source.range(0, ITEMS - 1)
                .mapAsync(concurrency, work::start)
                .runWith(Sink.fromSubscriber(items), actors.system);
        items.await(ITEMS);
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
