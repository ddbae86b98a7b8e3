package dev.weir.lab.sync;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.smallrye.mutiny.Multi;
import java.util.concurrent.ExecutorService;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.javadsl.Source;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import reactor.core.publisher.Flux;

/**
 * A range that hops to one thread, or, increased there, on to a second one, through queues of the same size. Without the
 * function between them, libraries make one hop of two.
 */
public class Hops extends Watched {
    private static final int QUEUE = 256;

    @Param({"1", "2"})
    public int hops;

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
}
