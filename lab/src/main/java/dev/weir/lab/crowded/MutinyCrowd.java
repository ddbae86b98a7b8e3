package dev.weir.lab.crowded;

import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.function.IntConsumer;

final class MutinyCrowd {
    private MutinyCrowd() {}

    static List<Multi<Integer>> pipelines(int items, IntConsumer seen) {
        return List.of(
                Multi.createFrom().range(0, 0 + items).map(n -> n + 1),
                Multi.createFrom().range(1, 1 + items).filter(n -> n % 3 != 0),
                Multi.createFrom().range(2, 2 + items).map(n -> n ^ 5).map(n -> n - 7),
                Multi.createFrom().range(3, 3 + items).map(n -> -n).filter(n -> n % 5 != 1),
                Multi.createFrom().range(4, 4 + items).filter(n -> n != 77).map(n -> n & 1023),
                Multi.createFrom()
                        .range(0, 0 + items)
                        .map(n -> n % 17)
                        .filter(n -> n > -100000)
                        .map(n -> n + 11),
                Multi.createFrom()
                        .range(1, 1 + items)
                        .map(n -> n ^ 31)
                        .concatMap(n -> Multi.createFrom().items(n, n * 7)),
                Multi.createFrom()
                        .range(2, 2 + items)
                        .filter(n -> n > 10)
                        .concatMap(n -> Multi.createFrom().items(n, n << 1)),
                Multi.createFrom()
                        .range(3, 3 + items)
                        .map(n -> ~n)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n / 3))
                        .merge(16),
                Multi.createFrom()
                        .range(4, 4 + items)
                        .filter(n -> (n ^ 1) > 3)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n % 101))
                        .merge(16),
                Multi.createFrom()
                        .range(0, 0 + items)
                        .map(n -> n + 100)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n + 1))
                        .merge(16)
                        .map(n -> n * 3),
                Multi.createFrom()
                        .range(1, 1 + items)
                        .map(n -> n ^ 5)
                        .concatMap(n -> Multi.createFrom().items(n, n - 7))
                        .filter(n -> n < 15000),
                Multi.createFrom().range(2, 2 + items).select().first(items - 15),
                Multi.createFrom()
                        .range(3, 3 + items)
                        .map(n -> n | 8)
                        .onItem()
                        .scan(() -> 16, (sum, n) -> sum + n & 1023),
                Multi.createFrom()
                        .range(4, 4 + items)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n % 17))
                        .merge(16)
                        .map(n -> n * n),
                Multi.createFrom()
                        .range(0, 0 + items)
                        .concatMap(n -> Multi.createFrom().items(n, n + 11))
                        .map(n -> n ^ 31),
                Multi.createFrom()
                        .range(1, 1 + items)
                        .map(n -> n * 7)
                        .map(n -> n - 13)
                        .map(n -> n << 1),
                Multi.createFrom().range(2, 2 + items).filter(n -> n % 5 != 1).filter(n -> n != 77),
                Multi.createFrom()
                        .range(3, 3 + items)
                        .map(n -> Math.abs(n))
                        .filter(n -> n % 7 < 5)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0),
                Multi.createFrom()
                        .range(4, 4 + items)
                        .onItem()
                        .scan(() -> 22, (sum, n) -> sum + n * 3)
                        .map(n -> n ^ 5),
                Multi.createFrom()
                        .range(0, 0 + items)
                        .onItem()
                        .scan(() -> 23, (sum, n) -> sum + n - 7)
                        .select()
                        .first(items - 23),
                Multi.createFrom().range(1, 1 + items).onItem().transformToIterable(n -> List.of(n, n >> 1)),
                Multi.createFrom()
                        .range(2, 2 + items)
                        .onItem()
                        .transformToIterable(n -> List.of(n, n | 8))
                        .map(n -> n & 1023),
                Multi.createFrom()
                        .range(3, 3 + items)
                        .filter(n -> n % 7 < 5)
                        .onItem()
                        .transformToIterable(n -> List.of(n, n * n)),
                Multi.createFrom().range(4, 4 + items).map(n -> n + 11).select().first(items - 27),
                Multi.createFrom()
                        .range(0, 0 + items)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n * 7))
                        .merge(16)
                        .filter(n -> n > 10),
                Multi.createFrom()
                        .range(1, 1 + items)
                        .concatMap(n -> Multi.createFrom().items(n, n << 1))
                        .concatMap(n -> Multi.createFrom().items(n, ~n)),
                Multi.createFrom().range(2, 2 + items).invoke(n -> seen.accept(n + 30)),
                Multi.createFrom()
                        .range(3, 3 + items)
                        .invoke(n -> seen.accept(n + 31))
                        .map(n -> n % 101),
                Multi.createFrom()
                        .range(4, 4 + items)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0)
                        .onItem()
                        .transformToMulti(n -> Multi.createFrom().items(n, n * 3))
                        .merge(16));
    }
}
