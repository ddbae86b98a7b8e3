package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;

/** The first and the last of items that come at once; Reactor and Mutiny have no such operator. */
public class ThrottleLatest extends Operator {
    @Override
    protected Object expected() {
        return 2L;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.throttleLatest(Duration.ofSeconds(1)))
                .count()
                .await();
    }

    @Benchmark
    public long rxjava() {
        return Flowable.fromIterable(list)
                .throttleLatest(1, TimeUnit.SECONDS, true)
                .count()
                .blockingGet();
    }
}
