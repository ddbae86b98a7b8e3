package dev.weir.lab.footprint;

import dev.weir.Many;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import reactor.core.publisher.Flux;

/** The library whose footprint is taken: the same two pipelines in each. */
public enum Subject {
    WEIR {
        @Override
        Runnable counting(int items) {
            Many<Integer> many = Many.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
            return () -> many.subscribe(new FlowKeeper());
        }

        @Override
        Object idle() {
            FlowKeeper keeper = new FlowKeeper();
            Many.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
            return keeper;
        }
    },
    REACTOR {
        @Override
        Runnable counting(int items) {
            Flux<Integer> flux = Flux.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
            return () -> flux.subscribe(new RsKeeper());
        }

        @Override
        Object idle() {
            RsKeeper keeper = new RsKeeper();
            Flux.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
            return keeper;
        }
    },
    RXJAVA {
        @Override
        Runnable counting(int items) {
            Flowable<Integer> flowable =
                    Flowable.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
            return () -> flowable.subscribe(new RsKeeper());
        }

        @Override
        Object idle() {
            RsKeeper keeper = new RsKeeper();
            Flowable.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
            return keeper;
        }
    },
    MUTINY {
        @Override
        Runnable counting(int items) {
            Multi<Integer> multi =
                    Multi.createFrom().range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
            return () -> multi.subscribe().withSubscriber(new FlowKeeper());
        }

        @Override
        Object idle() {
            FlowKeeper keeper = new FlowKeeper();
            Multi.createFrom()
                    .<Integer>nothing()
                    .map(n -> n + 1)
                    .filter(n -> n % 2 == 0)
                    .subscribe()
                    .withSubscriber(keeper);
            return keeper;
        }
    };

    /** Subscribes to a range of that many items, mapped and filtered. */
    abstract Runnable counting(int items);

    /** Subscribes to a stream that never emits, mapped and filtered; gives what keeps it alive. */
    abstract Object idle();
}
