package dev.weir.lab.footprint;

import io.smallrye.mutiny.Multi;

final class MutinySubject implements Subject {
    @Override
    public Runnable counting(int items) {
        Multi<Integer> multi =
                Multi.createFrom().range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
        return () -> multi.subscribe().withSubscriber(new FlowKeeper());
    }

    @Override
    public Object idle() {
        FlowKeeper keeper = new FlowKeeper();
        Multi.createFrom()
                .<Integer>nothing()
                .map(n -> n + 1)
                .filter(n -> n % 2 == 0)
                .subscribe()
                .withSubscriber(keeper);
        return keeper;
    }
}
