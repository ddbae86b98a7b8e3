package dev.weir.lab.footprint;

import io.reactivex.rxjava3.core.Flowable;

final class RxjavaSubject implements Subject {
    @Override
    public Runnable counting(int items) {
        Flowable<Integer> flowable = Flowable.range(0, items).map(n -> n + 1).filter(n -> n % 2 == 0);
        return () -> flowable.subscribe(new RsKeeper());
    }

    @Override
    public Object idle() {
        RsKeeper keeper = new RsKeeper();
        Flowable.<Integer>never().map(n -> n + 1).filter(n -> n % 2 == 0).subscribe(keeper);
        return keeper;
    }
}
