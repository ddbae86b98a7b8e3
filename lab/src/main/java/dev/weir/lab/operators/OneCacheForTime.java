package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.lab.small.Small;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A value that is kept for a minute, and had twice. RxJava has nothing like it; Reactor starts a timer for each, which
 * keeps the value for the whole minute: it runs out of memory here before it is warm.
 */
public class OneCacheForTime extends Small {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    protected Object expected() {
        return 2;
    }

    @Benchmark
    public Integer weir() {
        One<Integer> cached = One.supply(() -> given).cache(MINUTE);
        return cached.flatMap(n -> cached.map(again -> n + again)).await();
    }

    @Benchmark
    public Integer mutiny() {
        Uni<Integer> cached = Uni.createFrom().item(() -> given).memoize().forFixedDuration(MINUTE);
        return cached.flatMap(n -> cached.map(again -> n + again)).await().indefinitely();
    }
}
