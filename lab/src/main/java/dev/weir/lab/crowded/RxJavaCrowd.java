package dev.weir.lab.crowded;

import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.function.IntConsumer;

final class RxJavaCrowd {
    private static final int ITEMS = Crowd.ITEMS;

    private RxJavaCrowd() {}

    static List<Flowable<Integer>> pipelines(IntConsumer seen) {
        return List.of(
                Flowable.range(0, ITEMS).map(n -> n + 1),
                Flowable.range(1, ITEMS).filter(n -> n % 3 != 0),
                Flowable.range(2, ITEMS).map(n -> n ^ 5).map(n -> n - 7),
                Flowable.range(3, ITEMS).map(n -> -n).filter(n -> n % 5 != 1),
                Flowable.range(4, ITEMS).filter(n -> n != 77).map(n -> n & 1023),
                Flowable.range(0, ITEMS)
                        .map(n -> n % 17)
                        .filter(n -> n > -100000)
                        .map(n -> n + 11),
                Flowable.range(1, ITEMS).map(n -> n ^ 31).concatMap(n -> Flowable.just(n, n * 7)),
                Flowable.range(2, ITEMS).filter(n -> n > 10).concatMap(n -> Flowable.just(n, n << 1)),
                Flowable.range(3, ITEMS).map(n -> ~n).flatMap(n -> Flowable.just(n, n / 3), 16),
                Flowable.range(4, ITEMS).filter(n -> (n ^ 1) > 3).flatMap(n -> Flowable.just(n, n % 101), 16),
                Flowable.range(0, ITEMS)
                        .map(n -> n + 100)
                        .flatMap(n -> Flowable.just(n, n + 1), 16)
                        .map(n -> n * 3),
                Flowable.range(1, ITEMS)
                        .map(n -> n ^ 5)
                        .concatMap(n -> Flowable.just(n, n - 7))
                        .filter(n -> n < 15000),
                Flowable.range(2, ITEMS).take(ITEMS - 15),
                Flowable.range(3, ITEMS).map(n -> n | 8).scan(16, (sum, n) -> sum + n & 1023),
                Flowable.range(4, ITEMS)
                        .flatMap(n -> Flowable.just(n, n % 17), 16)
                        .map(n -> n * n),
                Flowable.range(0, ITEMS)
                        .concatMap(n -> Flowable.just(n, n + 11))
                        .map(n -> n ^ 31),
                Flowable.range(1, ITEMS).map(n -> n * 7).map(n -> n - 13).map(n -> n << 1),
                Flowable.range(2, ITEMS).filter(n -> n % 5 != 1).filter(n -> n != 77),
                Flowable.range(3, ITEMS)
                        .map(n -> Math.abs(n))
                        .filter(n -> n % 7 < 5)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0),
                Flowable.range(4, ITEMS).scan(22, (sum, n) -> sum + n * 3).map(n -> n ^ 5),
                Flowable.range(0, ITEMS).scan(23, (sum, n) -> sum + n - 7).take(ITEMS - 23),
                Flowable.range(1, ITEMS).flatMapIterable(n -> List.of(n, n >> 1)),
                Flowable.range(2, ITEMS).flatMapIterable(n -> List.of(n, n | 8)).map(n -> n & 1023),
                Flowable.range(3, ITEMS).filter(n -> n % 7 < 5).flatMapIterable(n -> List.of(n, n * n)),
                Flowable.range(4, ITEMS).map(n -> n + 11).take(ITEMS - 27),
                Flowable.range(0, ITEMS)
                        .flatMap(n -> Flowable.just(n, n * 7), 16)
                        .filter(n -> n > 10),
                Flowable.range(1, ITEMS)
                        .concatMap(n -> Flowable.just(n, n << 1))
                        .concatMap(n -> Flowable.just(n, ~n)),
                Flowable.range(2, ITEMS).doOnNext(n -> seen.accept(n + 30)),
                Flowable.range(3, ITEMS).doOnNext(n -> seen.accept(n + 31)).map(n -> n % 101),
                Flowable.range(4, ITEMS)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0)
                        .flatMap(n -> Flowable.just(n, n * 3), 16));
    }
}
