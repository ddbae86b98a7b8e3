package dev.weir.lab.rebls;

import dev.weir.Many;
import dev.weir.lab.crowded.Row;
import dev.weir.lab.neutral.FlowNumbers;
import dev.weir.lab.neutral.FlowSink;
import dev.weir.lab.neutral.RsNumbers;
import dev.weir.lab.neutral.RsSink;
import dev.weir.lab.neutral.Seed;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import reactor.core.publisher.Flux;

/** Absolute numbers, the even ones, each as four strings in order; assembled once. */
public class ManyHex extends Row {
    @Param("100000")
    public long requested;

    private final Many<String> many = Many.from(new FlowNumbers())
            .map(Math::abs)
            .filter(n -> n % 2 == 0)
            .concatMap(n -> {
                String s = Long.toHexString(n);
                return Many.of(s, s + "!", s + "!!", s + "!!!");
            });
    private final Many<String> named = Many.from(new FlowNumbers())
            .map(Math::abs)
            .filter(n -> n % 2 == 0)
            .named("hex")
            .concatMap(n -> {
                String s = Long.toHexString(n);
                return Many.of(s, s + "!", s + "!!", s + "!!!");
            });
    private final Flux<String> flux = Flux.from(new RsNumbers())
            .map(Math::abs)
            .filter(n -> n % 2 == 0)
            .concatMap(n -> {
                String s = Long.toHexString(n);
                return Flux.just(s, s + "!", s + "!!", s + "!!!");
            });
    private final Flowable<String> flowable = Flowable.fromPublisher(new RsNumbers())
            .map(Math::abs)
            .filter(n -> n % 2 == 0)
            .concatMap(n -> {
                String s = Long.toHexString(n);
                return Flowable.just(s, s + "!", s + "!!", s + "!!!");
            });
    private final Multi<String> multi = Multi.createFrom()
            .safePublisher(new FlowNumbers())
            .onItem()
            .transform(Math::abs)
            .select()
            .where(n -> n % 2 == 0)
            .onItem()
            .transformToMultiAndConcatenate(n -> {
                String s = Long.toHexString(n);
                return Multi.createFrom().items(s, s + "!", s + "!!", s + "!!!");
            });

    private long drawn;

    /** How many numbers the baselines draw to emit as many strings as the subscribers request. */
    @Setup
    public void countDrawn() {
        Random random = new Random(Seed.NUMBERS);
        drawn = 0;
        for (long emitted = 0; emitted < requested; drawn++) {
            emitted += random.nextLong() % 2 == 0 ? 4 : 0;
        }
    }

    @Benchmark
    public void weir(Blackhole blackhole) {
        many.subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void weirNamed(Blackhole blackhole) {
        named.subscribe(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void reactor(Blackhole blackhole) {
        flux.subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void rxjava(Blackhole blackhole) {
        flowable.subscribe(new RsSink<>(blackhole, requested));
    }

    @Benchmark
    public void mutiny(Blackhole blackhole) {
        multi.subscribe().withSubscriber(new FlowSink<>(blackhole, requested));
    }

    @Benchmark
    public void streams(Blackhole blackhole) {
        Random random = new Random(Seed.NUMBERS);
        LongStream.generate(random::nextLong)
                .limit(drawn)
                .boxed()
                .map(Math::abs)
                .filter(n -> n % 2 == 0)
                .flatMap(n -> {
                    String s = Long.toHexString(n);
                    return Stream.of(s, s + "!", s + "!!", s + "!!!");
                })
                .forEach(blackhole::consume);
    }

    @Benchmark
    public void loop(Blackhole blackhole) {
        Random random = new Random(Seed.NUMBERS);
        for (long i = 0; i < drawn; i++) {
            long n = Math.abs(random.nextLong());
            if (n % 2 == 0) {
                String s = Long.toHexString(n);
                blackhole.consume(s);
                blackhole.consume(s + "!");
                blackhole.consume(s + "!!");
                blackhole.consume(s + "!!!");
            }
        }
    }
}
