package dev.weir.lab.operators;

import dev.weir.One;
import dev.weir.lab.small.Small;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Mono;

/** A value out of a callback. */
public class OneEmitter extends Small {
    @Override
    protected Object expected() {
        return 1;
    }

    @Benchmark
    public Integer weir() {
        return One.<Integer>emitter(emitter -> emitter.next(given)).await();
    }

    @Benchmark
    public Integer reactor() {
        return Mono.<Integer>create(sink -> sink.success(given)).block();
    }

    @Benchmark
    public Integer rxjava() {
        return Single.<Integer>create(emitter -> emitter.onSuccess(given)).blockingGet();
    }

    @Benchmark
    public Integer mutiny() {
        return Uni.createFrom()
                .<Integer>emitter(emitter -> emitter.complete(given))
                .await()
                .indefinitely();
    }
}
