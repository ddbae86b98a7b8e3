package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.Overflow;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items out of a callback, mapped and reduced. */
public class SourceEmitter extends Small {
    private static final int CAPACITY = 256;

    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.<Integer>emitter(Overflow.buffer(CAPACITY), emitter -> {
                    items.forEach(emitter::next);
                    emitter.complete();
                })
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.<Integer>create(sink -> {
                    items.forEach(sink::next);
                    sink.complete();
                })
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.<Integer>create(
                        emitter -> {
                            items.forEach(emitter::onNext);
                            emitter.onComplete();
                        },
                        BackpressureStrategy.BUFFER)
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .<Integer>emitter(emitter -> {
                    items.forEach(emitter::emit);
                    emitter.complete();
                })
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
