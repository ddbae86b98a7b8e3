package dev.weir.lab.crowded;

import com.typesafe.config.ConfigFactory;
import dev.weir.One;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import reactor.core.publisher.Mono;

/**
 * Runs many pipelines of every library, so that the profiles of shared code look as they do in an application. Each
 * library runs the same 30 streams or 30 single values, of different operators and functions; Pekko Streams, which take
 * long and share no code with the others, only before their own rows.
 */
final class Crowd {
    /** How many items each stream takes from its source; each single value is had as often. */
    static final int ITEMS = 20_000;

    private static volatile long seen;

    private Crowd() {}

    /** Runs small pipelines before rows of such and of operators, single values before rows of single values, streams before others. */
    static void run(String benchmark) {
        IntConsumer see = n -> seen = n;
        try {
            if (benchmark.contains(".small.") || benchmark.contains(".operators.")) {
                SmallCrowd.run(see);
            } else if (benchmark.contains(".One")) {
                ones(see);
            } else {
                streams(see);
            }
            if (benchmark.endsWith(".pekko")) {
                actors(see);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void streams(IntConsumer see) throws InterruptedException {
        Neighbours.weir();
        Neighbours.mutiny();
        Neighbours.reactor();
        Neighbours.rxjava();
        for (Stream<Integer> stream : StreamCrowd.pipelines(ITEMS, see)) {
            seen = stream.mapToLong(Integer::longValue).sum();
        }
    }

    private static void actors(IntConsumer see) throws InterruptedException {
        ActorSystem system = ActorSystem.create(
                "crowd", ConfigFactory.parseString("pekko.loglevel = WARNING").withFallback(ConfigFactory.load()));
        for (Source<Integer, NotUsed> source : PekkoCrowd.pipelines(see)) {
            RsSum sum = new RsSum();
            source.runWith(Sink.fromSubscriber(sum), system);
            seen = sum.await();
        }
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    private static void ones(IntConsumer see) {
        for (One<Integer> one : WeirOneCrowd.chains(see)) {
            repeat(() -> one.subscribe(see::accept));
        }
        for (Uni<Integer> uni : MutinyOneCrowd.chains(see)) {
            repeat(() -> uni.subscribe().with(see::accept));
        }
        for (Mono<Integer> mono : ReactorOneCrowd.chains(see)) {
            repeat(() -> mono.subscribe(see::accept));
        }
        for (Single<Integer> single : RxJavaOneCrowd.chains(see)) {
            repeat(() -> single.subscribe(see::accept));
        }
        for (Supplier<CompletableFuture<Integer>> future : FutureOneCrowd.chains(see)) {
            repeat(() -> future.get().thenAccept(see::accept));
        }
    }

    private static void repeat(Runnable run) {
        for (int i = 0; i < ITEMS; i++) {
            run.run();
        }
    }
}
