package dev.weir.lab.small;

import dev.weir.Many;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items out of code on a thread of its own, mapped and reduced; callbacks where a library has no such loop. */
public class SourceGenerate extends Small {
    private final List<Integer> items = items(SEVEN);

    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.<Integer>generate(out -> {
                    for (Integer n : items) {
                        out.emit(n);
                    }
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
                .subscribeOn(reactor.core.scheduler.Schedulers.boundedElastic())
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
                .subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io())
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
                .runSubscriptionOn(io.smallrye.mutiny.infrastructure.Infrastructure.getDefaultWorkerPool())
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }
}
