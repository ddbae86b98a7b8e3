package dev.weir.lab.crowded;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class StreamCrowd {
    private StreamCrowd() {}

    static List<Stream<Integer>> pipelines(int items, IntConsumer seen) {
        return List.of(
                IntStream.range(0, 0 + items).boxed().map(n -> n + 1),
                IntStream.range(1, 1 + items).boxed().filter(n -> n % 3 != 0),
                IntStream.range(2, 2 + items).boxed().map(n -> n ^ 5).map(n -> n - 7),
                IntStream.range(3, 3 + items).boxed().map(n -> -n).filter(n -> n % 5 != 1),
                IntStream.range(4, 4 + items).boxed().filter(n -> n != 77).map(n -> n & 1023),
                IntStream.range(0, 0 + items)
                        .boxed()
                        .map(n -> n % 17)
                        .filter(n -> n > -100000)
                        .map(n -> n + 11),
                IntStream.range(1, 1 + items).boxed().map(n -> n ^ 31).flatMap(n -> Stream.of(n, n * 7)),
                IntStream.range(2, 2 + items).boxed().filter(n -> n > 10).flatMap(n -> Stream.of(n, n << 1)),
                IntStream.range(3, 3 + items).boxed().map(n -> ~n).flatMap(n -> Stream.of(n, n / 3)),
                IntStream.range(4, 4 + items).boxed().filter(n -> (n ^ 1) > 3).flatMap(n -> Stream.of(n, n % 101)),
                IntStream.range(0, 0 + items)
                        .boxed()
                        .map(n -> n + 100)
                        .flatMap(n -> Stream.of(n, n + 1))
                        .map(n -> n * 3),
                IntStream.range(1, 1 + items)
                        .boxed()
                        .map(n -> n ^ 5)
                        .flatMap(n -> Stream.of(n, n - 7))
                        .filter(n -> n < 15000),
                IntStream.range(2, 2 + items).boxed().limit(items - 15),
                IntStream.range(3, 3 + items)
                        .boxed()
                        .map(n -> n | 8)
                        .gather(Gatherers.scan(() -> 16, (sum, n) -> sum + n & 1023)),
                IntStream.range(4, 4 + items)
                        .boxed()
                        .flatMap(n -> Stream.of(n, n % 17))
                        .map(n -> n * n),
                IntStream.range(0, 0 + items)
                        .boxed()
                        .flatMap(n -> Stream.of(n, n + 11))
                        .map(n -> n ^ 31),
                IntStream.range(1, 1 + items)
                        .boxed()
                        .map(n -> n * 7)
                        .map(n -> n - 13)
                        .map(n -> n << 1),
                IntStream.range(2, 2 + items).boxed().filter(n -> n % 5 != 1).filter(n -> n != 77),
                IntStream.range(3, 3 + items)
                        .boxed()
                        .map(n -> Math.abs(n))
                        .filter(n -> n % 7 < 5)
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0),
                IntStream.range(4, 4 + items)
                        .boxed()
                        .gather(Gatherers.scan(() -> 22, (sum, n) -> sum + n * 3))
                        .map(n -> n ^ 5),
                IntStream.range(0, 0 + items)
                        .boxed()
                        .gather(Gatherers.scan(() -> 23, (sum, n) -> sum + n - 7))
                        .limit(items - 23),
                IntStream.range(1, 1 + items)
                        .boxed()
                        .<Integer>mapMulti((n, out) -> List.of(n, n >> 1).forEach(out)),
                IntStream.range(2, 2 + items)
                        .boxed()
                        .<Integer>mapMulti((n, out) -> List.of(n, n | 8).forEach(out))
                        .map(n -> n & 1023),
                IntStream.range(3, 3 + items)
                        .boxed()
                        .filter(n -> n % 7 < 5)
                        .<Integer>mapMulti((n, out) -> List.of(n, n * n).forEach(out)),
                IntStream.range(4, 4 + items).boxed().map(n -> n + 11).limit(items - 27),
                IntStream.range(0, 0 + items)
                        .boxed()
                        .flatMap(n -> Stream.of(n, n * 7))
                        .filter(n -> n > 10),
                IntStream.range(1, 1 + items)
                        .boxed()
                        .flatMap(n -> Stream.of(n, n << 1))
                        .flatMap(n -> Stream.of(n, ~n)),
                IntStream.range(2, 2 + items).boxed().peek(n -> seen.accept(n + 30)),
                IntStream.range(3, 3 + items)
                        .boxed()
                        .peek(n -> seen.accept(n + 31))
                        .map(n -> n % 101),
                IntStream.range(4, 4 + items)
                        .boxed()
                        .map(n -> n + 100)
                        .filter(n -> n % 2 == 0)
                        .flatMap(n -> Stream.of(n, n * 3)));
    }
}
