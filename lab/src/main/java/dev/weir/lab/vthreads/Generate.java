package dev.weir.lab.vthreads;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Emitter;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.functions.BiFunction;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.groups.GeneratorEmitter;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/**
 * 100,000 items out of code on a thread of its own. Ours is a plain loop that waits for demand; the other libraries have
 * a callback for each item; without a library, it is a loop and a queue.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Generate {
    private static final int ITEMS = 100_000;
    private static final int QUEUE = 256;

    private static final BiFunction<Integer, Emitter<Integer>, Integer> NEXT = Generate::next;

    private final Many<Integer> many = Many.generate(out -> {
        for (int i = 0; i < ITEMS; i++) {
            out.emit(i);
        }
    });
    private final Flux<Integer> flux = Flux.<Integer, Integer>generate(() -> 0, Generate::next)
            .subscribeOn(reactor.core.scheduler.Schedulers.boundedElastic());
    private final Flowable<Integer> flowable = Flowable.generate(() -> 0, NEXT).subscribeOn(Schedulers.io());
    private final Multi<Integer> multi = Multi.createFrom()
            .<Integer, Integer>generator(() -> 0, Generate::next)
            .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());

    private static Integer next(int item, SynchronousSink<Integer> sink) {
        if (item == ITEMS) {
            sink.complete();
        } else {
            sink.next(item);
        }
        return item + 1;
    }

    private static Integer next(int item, Emitter<Integer> emitter) {
        if (item == ITEMS) {
            emitter.onComplete();
        } else {
            emitter.onNext(item);
        }
        return item + 1;
    }

    private static Integer next(int item, GeneratorEmitter<? super Integer> emitter) {
        if (item == ITEMS) {
            emitter.complete();
        } else {
            emitter.emit(item);
        }
        return item + 1;
    }

    @Benchmark
    public void weir() throws InterruptedException {
        FlowInOrder items = new FlowInOrder();
        many.subscribe(items);
        items.await(ITEMS);
    }

    @Benchmark
    public void reactor() throws InterruptedException {
        RsInOrder items = new RsInOrder();
        flux.subscribe(items);
        items.await(ITEMS);
    }

    @Benchmark
    public void rxjava() throws InterruptedException {
        RsInOrder items = new RsInOrder();
        flowable.subscribe(items);
        items.await(ITEMS);
    }

    @Benchmark
    public void mutiny() throws InterruptedException {
        FlowInOrder items = new FlowInOrder();
        multi.subscribe().withSubscriber(items);
        items.await(ITEMS);
    }

    @Benchmark
    public void threads() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(QUEUE);
        Thread.startVirtualThread(() -> fill(queue));
        for (int i = 0; i < ITEMS; i++) {
            if (queue.take() != i) {
                throw new IllegalStateException("out of order");
            }
        }
    }

    private static void fill(BlockingQueue<Integer> queue) {
        try {
            for (int i = 0; i < ITEMS; i++) {
                queue.put(i);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
