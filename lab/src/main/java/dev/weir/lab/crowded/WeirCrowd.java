package dev.weir.lab.crowded;

import dev.weir.Many;
import java.util.List;
import java.util.function.IntConsumer;

final class WeirCrowd {
    private WeirCrowd() {}

    static List<Many<Integer>> pipelines(int items, IntConsumer seen) {
        return List.of(
                Many.range(0, items).map(n -> n + 1),
                Many.range(1, items).filter(n -> n % 3 != 0),
                Many.range(2, items).map(n -> n ^ 5).map(n -> n - 7),
                Many.range(3, items).map(n -> -n).filter(n -> n % 5 != 1),
                Many.range(4, items).filter(n -> n != 77).map(n -> n & 1023),
                Many.range(0, items).map(n -> n % 17).filter(n -> n > -100000).map(n -> n + 11),
                Many.range(1, items).map(n -> n ^ 31).concatMap(n -> Many.of(n, n * 7)),
                Many.range(2, items).filter(n -> n > 10).concatMap(n -> Many.of(n, n << 1)),
                Many.range(3, items).map(n -> ~n).flatMap(16, n -> Many.of(n, n / 3)),
                Many.range(4, items).filter(n -> (n ^ 1) > 3).flatMap(16, n -> Many.of(n, n % 101)),
                Many.range(0, items)
                        .map(n -> n + 100)
                        .flatMap(16, n -> Many.of(n, n + 1))
                        .map(n -> n * 3),
                Many.range(1, items)
                        .map(n -> n ^ 5)
                        .concatMap(n -> Many.of(n, n - 7))
                        .filter(n -> n < 15000),
                Many.range(2, items).take(items - 15),
                Many.range(3, items).map(n -> n | 8).scan(() -> 16, (sum, n) -> sum + n & 1023),
                Many.range(4, items).flatMap(16, n -> Many.of(n, n % 17)).map(n -> n * n),
                Many.range(0, items).concatMap(n -> Many.of(n, n + 11)).map(n -> n ^ 31),
                Many.range(1, items).map(n -> n * 7).map(n -> n - 13).map(n -> n << 1),
                Many.range(2, items).filter(n -> n % 5 != 1).filter(n -> n != 77),
                Many.range(3, items)
                        .map(n -> Math.abs(n))
                        .filter(n -> n % 7 < 5)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0),
                Many.range(4, items).scan(() -> 22, (sum, n) -> sum + n * 3).map(n -> n ^ 5),
                Many.range(0, items).scan(() -> 23, (sum, n) -> sum + n - 7).take(items - 23),
                Many.range(1, items).flatMapIterable(n -> List.of(n, n >> 1)),
                Many.range(2, items).flatMapIterable(n -> List.of(n, n | 8)).map(n -> n & 1023),
                Many.range(3, items).filter(n -> n % 7 < 5).flatMapIterable(n -> List.of(n, n * n)),
                Many.range(4, items).map(n -> n + 11).take(items - 27),
                Many.range(0, items).flatMap(16, n -> Many.of(n, n * 7)).filter(n -> n > 10),
                Many.range(1, items).concatMap(n -> Many.of(n, n << 1)).concatMap(n -> Many.of(n, ~n)),
                Many.range(2, items).doOnNext(n -> seen.accept(n + 30)),
                Many.range(3, items).doOnNext(n -> seen.accept(n + 31)).map(n -> n % 101),
                Many.range(4, items).map(n -> n + 100).filter(n -> n % 2 == 0).flatMap(16, n -> Many.of(n, n * 3)));
    }
}
