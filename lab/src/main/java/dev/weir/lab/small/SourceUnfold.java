package dev.weir.lab.small;

import dev.weir.Many;
import dev.weir.Many.Unfolded;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Items that are made one out of the other, mapped and reduced. */
public class SourceUnfold extends Small {
    @Override
    protected Object expected() {
        return 28;
    }

    @Benchmark
    public Integer weir() {
        return Many.unfold(0, n -> n < SEVEN ? new Unfolded<>(n, n + 1) : null)
                .map(n -> n + 1)
                .reduce(() -> 0, Integer::sum)
                .await();
    }

    @Benchmark
    public Integer reactor() {
        return Flux.<Integer, Integer>generate(() -> 0, (n, sink) -> {
                    if (n < SEVEN) {
                        sink.next(n);
                    } else {
                        sink.complete();
                    }
                    return n + 1;
                })
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .block();
    }

    @Benchmark
    public Integer rxjava() {
        return Flowable.<Integer, Integer>generate(() -> 0, (n, emitter) -> {
                    if (n < SEVEN) {
                        emitter.onNext(n);
                    } else {
                        emitter.onComplete();
                    }
                    return n + 1;
                })
                .map(n -> n + 1)
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Multi.createFrom()
                .<Integer, Integer>generator(() -> 0, (n, emitter) -> {
                    if (n < SEVEN) {
                        emitter.emit(n);
                    } else {
                        emitter.complete();
                    }
                    return n + 1;
                })
                .map(n -> n + 1)
                .collect()
                .with(Collectors.reducing(0, Integer::sum))
                .await()
                .indefinitely();
    }

    @Benchmark
    public Integer streams() {
        return Stream.iterate(0, n -> n < SEVEN, n -> n + 1).map(n -> n + 1).reduce(0, Integer::sum);
    }
}
