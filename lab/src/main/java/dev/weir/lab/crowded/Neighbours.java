package dev.weir.lab.crowded;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.function.IntConsumer;
import reactor.core.publisher.Flux;

/** The streams that one library has in a crowd. */
public final class Neighbours {
    static volatile long seen;

    private static final IntConsumer SEE = n -> seen = n;

    private Neighbours() {}

    /** Runs those of the library of that name. */
    public static void run(String library) throws InterruptedException {
        switch (library) {
            case "weir" -> weir();
            case "reactor" -> reactor();
            case "rxjava" -> rxjava();
            case "mutiny" -> mutiny();
            default -> throw new IllegalArgumentException(library);
        }
    }

    static void weir() throws InterruptedException {
        for (Many<Integer> many : WeirCrowd.pipelines(Crowd.ITEMS, SEE)) {
            FlowSum sum = new FlowSum();
            many.subscribe(sum);
            seen = sum.await();
        }
    }

    static void mutiny() throws InterruptedException {
        for (Multi<Integer> multi : MutinyCrowd.pipelines(Crowd.ITEMS, SEE)) {
            FlowSum sum = new FlowSum();
            multi.subscribe().withSubscriber(sum);
            seen = sum.await();
        }
    }

    static void reactor() throws InterruptedException {
        for (Flux<Integer> flux : ReactorCrowd.pipelines(Crowd.ITEMS, SEE)) {
            RsSum sum = new RsSum();
            flux.subscribe(sum);
            seen = sum.await();
        }
    }

    static void rxjava() throws InterruptedException {
        for (Flowable<Integer> flowable : RxJavaCrowd.pipelines(Crowd.ITEMS, SEE)) {
            RsSum sum = new RsSum();
            flowable.subscribe(sum);
            seen = sum.await();
        }
    }
}
