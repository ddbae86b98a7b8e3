package dev.weir.lab.crowded;

import java.util.List;
import java.util.function.IntConsumer;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Source;

final class PekkoCrowd {
    private static final int ITEMS = Crowd.ITEMS;

    private PekkoCrowd() {}

    static List<Source<Integer, NotUsed>> pipelines(IntConsumer seen) {
        return List.of(
                Source.range(0, 0 + ITEMS - 1).map(n -> n + 1),
                Source.range(1, 1 + ITEMS - 1).filter(n -> n % 3 != 0),
                Source.range(2, 2 + ITEMS - 1).map(n -> n ^ 5).map(n -> n - 7),
                Source.range(3, 3 + ITEMS - 1).map(n -> -n).filter(n -> n % 5 != 1),
                Source.range(4, 4 + ITEMS - 1).filter(n -> n != 77).map(n -> n & 1023),
                Source.range(0, 0 + ITEMS - 1)
                        .map(n -> n % 17)
                        .filter(n -> n > -100000)
                        .map(n -> n + 11),
                Source.range(1, 1 + ITEMS - 1).map(n -> n ^ 31).flatMapConcat(n -> Source.from(List.of(n, n * 7))),
                Source.range(2, 2 + ITEMS - 1).filter(n -> n > 10).flatMapConcat(n -> Source.from(List.of(n, n << 1))),
                Source.range(3, 3 + ITEMS - 1).map(n -> ~n).flatMapMerge(16, n -> Source.from(List.of(n, n / 3))),
                Source.range(4, 4 + ITEMS - 1)
                        .filter(n -> (n ^ 1) > 3)
                        .flatMapMerge(16, n -> Source.from(List.of(n, n % 101))),
                Source.range(0, 0 + ITEMS - 1)
                        .map(n -> n + 100)
                        .flatMapMerge(16, n -> Source.from(List.of(n, n + 1)))
                        .map(n -> n * 3),
                Source.range(1, 1 + ITEMS - 1)
                        .map(n -> n ^ 5)
                        .flatMapConcat(n -> Source.from(List.of(n, n - 7)))
                        .filter(n -> n < 15000),
                Source.range(2, 2 + ITEMS - 1).take(ITEMS - 15),
                Source.range(3, 3 + ITEMS - 1).map(n -> n | 8).scan(16, (sum, n) -> sum + n & 1023),
                Source.range(4, 4 + ITEMS - 1)
                        .flatMapMerge(16, n -> Source.from(List.of(n, n % 17)))
                        .map(n -> n * n),
                Source.range(0, 0 + ITEMS - 1)
                        .flatMapConcat(n -> Source.from(List.of(n, n + 11)))
                        .map(n -> n ^ 31),
                Source.range(1, 1 + ITEMS - 1).map(n -> n * 7).map(n -> n - 13).map(n -> n << 1),
                Source.range(2, 2 + ITEMS - 1).filter(n -> n % 5 != 1).filter(n -> n != 77),
                Source.range(3, 3 + ITEMS - 1)
                        .map(n -> Math.abs(n))
                        .filter(n -> n % 7 < 5)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0),
                Source.range(4, 4 + ITEMS - 1).scan(22, (sum, n) -> sum + n * 3).map(n -> n ^ 5),
                Source.range(0, 0 + ITEMS - 1).scan(23, (sum, n) -> sum + n - 7).take(ITEMS - 23),
                Source.range(1, 1 + ITEMS - 1).mapConcat(n -> List.of(n, n >> 1)),
                Source.range(2, 2 + ITEMS - 1).mapConcat(n -> List.of(n, n | 8)).map(n -> n & 1023),
                Source.range(3, 3 + ITEMS - 1).filter(n -> n % 7 < 5).mapConcat(n -> List.of(n, n * n)),
                Source.range(4, 4 + ITEMS - 1).map(n -> n + 11).take(ITEMS - 27),
                Source.range(0, 0 + ITEMS - 1)
                        .flatMapMerge(16, n -> Source.from(List.of(n, n * 7)))
                        .filter(n -> n > 10),
                Source.range(1, 1 + ITEMS - 1)
                        .flatMapConcat(n -> Source.from(List.of(n, n << 1)))
                        .flatMapConcat(n -> Source.from(List.of(n, ~n))),
                Source.range(2, 2 + ITEMS - 1).wireTap(n -> seen.accept(n + 30)),
                Source.range(3, 3 + ITEMS - 1).wireTap(n -> seen.accept(n + 31)).map(n -> n % 101),
                Source.range(4, 4 + ITEMS - 1)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0)
                        .flatMapMerge(16, n -> Source.from(List.of(n, n * 3))));
    }
}
