package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** The first of items that come at once; Mutiny has no such operator. */
public class ThrottleFirst extends Operator {
    @Override
    protected Object expected() {
        return 1L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.throttleFirst(Duration.ofSeconds(1)))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .sampleFirst(Duration.ofSeconds(1))
                .count()
                .block();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .throttleFirst(1, TimeUnit.SECONDS)
                .count()
                .blockingGet();
    }
}
