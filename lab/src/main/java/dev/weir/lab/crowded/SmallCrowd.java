package dev.weir.lab.crowded;

import dev.weir.Many;
import dev.weir.One;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The crowd of requests: the same streams and single values, with few items, assembled for each run, in turn with several ends. */
final class SmallCrowd {
    private static final int ITEMS = 32;
    private static final int RUNS = 400;
    private static final int ENDS = 4;

    private SmallCrowd() {}

    static void run(IntConsumer see) {
        for (int run = 0; run < RUNS; run++) {
            int end = run % ENDS;
            WeirCrowd.pipelines(ITEMS, see).forEach(many -> see.accept(ended(many, end, see)));
            MutinyCrowd.pipelines(ITEMS, see).forEach(multi -> see.accept(ended(multi, end, see)));
            ReactorCrowd.pipelines(ITEMS, see).forEach(flux -> see.accept(ended(flux, end, see)));
            RxJavaCrowd.pipelines(ITEMS, see).forEach(flowable -> see.accept(ended(flowable, end, see)));
            for (Stream<Integer> stream : StreamCrowd.pipelines(ITEMS, see)) {
                see.accept(stream.toList().size());
            }
            ones(end, see);
        }
    }

    private static int ended(Many<Integer> many, int end, IntConsumer see) {
        return switch (end) {
            case 0 -> many.reduce(() -> 0, Integer::sum).await();
            case 1 -> many.toList().await().size();
            case 2 -> many.count().await().intValue();
            default -> seen(() -> many.subscribe(see::accept));
        };
    }

    private static int ended(Multi<Integer> multi, int end, IntConsumer see) {
        return switch (end) {
            case 0 ->
                multi.collect()
                        .with(Collectors.reducing(0, Integer::sum))
                        .await()
                        .indefinitely();
            case 1 -> multi.collect().asList().await().indefinitely().size();
            case 2 ->
                multi.collect()
                        .with(Collectors.counting())
                        .await()
                        .indefinitely()
                        .intValue();
            default -> seen(() -> multi.subscribe().with(see::accept));
        };
    }

    private static int ended(Flux<Integer> flux, int end, IntConsumer see) {
        return switch (end) {
            case 0 -> flux.reduce(0, Integer::sum).block();
            case 1 -> flux.collectList().block().size();
            case 2 -> flux.count().block().intValue();
            default -> seen(() -> flux.subscribe(see::accept));
        };
    }

    private static int ended(Flowable<Integer> flowable, int end, IntConsumer see) {
        return switch (end) {
            case 0 -> flowable.reduce(0, Integer::sum).blockingGet();
            case 1 -> flowable.toList().blockingGet().size();
            case 2 -> flowable.count().blockingGet().intValue();
            default -> seen(() -> flowable.subscribe(see::accept));
        };
    }

    private static int seen(Runnable run) {
        run.run();
        return 0;
    }

    private static void ones(int end, IntConsumer see) {
        boolean awaited = end % 2 == 0;
        for (One<Integer> one : WeirOneCrowd.chains(see)) {
            see.accept(awaited ? one.await() : seen(() -> one.subscribe(see::accept)));
        }
        for (Uni<Integer> uni : MutinyOneCrowd.chains(see)) {
            see.accept(
                    awaited
                            ? uni.await().indefinitely()
                            : seen(() -> uni.subscribe().with(see::accept)));
        }
        for (Mono<Integer> mono : ReactorOneCrowd.chains(see)) {
            see.accept(awaited ? mono.block() : seen(() -> mono.subscribe(see::accept)));
        }
        for (Single<Integer> single : RxJavaOneCrowd.chains(see)) {
            see.accept(awaited ? single.blockingGet() : seen(() -> single.subscribe(see::accept)));
        }
        for (Supplier<CompletableFuture<Integer>> future : FutureOneCrowd.chains(see)) {
            see.accept(awaited ? future.get().join() : seen(() -> future.get().thenAccept(see::accept)));
        }
    }
}
