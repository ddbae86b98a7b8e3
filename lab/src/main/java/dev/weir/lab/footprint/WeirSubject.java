package dev.weir.lab.footprint;

import dev.weir.Many;

final class WeirSubject implements Subject {
    @Override
    public Runnable counting(int items) {
        Many<Integer> many = Many.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
        return () -> many.subscribe(new FlowKeeper());
    }

    @Override
    public Object idle() {
        FlowKeeper keeper = new FlowKeeper();
        Many.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
        return keeper;
    }
}
