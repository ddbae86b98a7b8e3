package dev.weir.lab.operators;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.stream.Gatherers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A call for each on a thread of its own, at most 16 at once, in order; Mutiny has no such bound that keeps the order. */
public class MapBlocking extends Operator {
    private static final int CONCURRENCY = 16;

    private final Scheduler threads =
            reactor.core.scheduler.Schedulers.newBoundedElastic(2 * CONCURRENCY, Integer.MAX_VALUE, "lab");

    @Override
    protected Object expected() {
        return (long) items;
    }

    @Benchmark
    public long weir() {
        return Many.from(list).mapBlocking(CONCURRENCY, n -> n + given).count().await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .flatMapSequential(n -> Mono.fromCallable(() -> n + given).subscribeOn(threads), CONCURRENCY, 1)
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .concatMapEager(
                        n -> Flowable.fromCallable(() -> n + given).subscribeOn(Schedulers.io()), CONCURRENCY, 1)
                .count()
                .blockingGet();
    }

    @Benchmark
    public long gatherers() {
        return list.stream()
                .gather(Gatherers.mapConcurrent(CONCURRENCY, n -> n + given))
                .toList()
                .size();
    }

    @TearDown
    public void stop() {
        threads.dispose();
    }
}
