package dev.weir.lab.footprint;

import reactor.core.publisher.Flux;

final class ReactorSubject implements Subject {
    @Override
    public Runnable counting(int items) {
        Flux<Integer> flux = Flux.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
        return () -> flux.subscribe(new RsKeeper());
    }

    @Override
    public Object idle() {
        RsKeeper keeper = new RsKeeper();
        Flux.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
        return keeper;
    }
}
