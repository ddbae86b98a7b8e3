package dev.weir.lab.crowded;

import dev.weir.One;
import java.util.List;
import java.util.function.IntConsumer;

final class WeirOneCrowd {
    private static final int START = Crowd.ITEMS;

    private WeirOneCrowd() {}

    static List<One<Integer>> chains(IntConsumer seen) {
        return List.of(
                One.supply(() -> START + 0).map(n -> n + 1),
                One.supply(() -> START + 1).flatMap(n -> One.of(n * 3)),
                One.supply(() -> START + 2).map(n -> n ^ 5).map(n -> n - 7),
                One.supply(() -> START + 3).map(n -> -n).flatMap(n -> One.of(n >> 1)),
                One.supply(() -> START + 4).flatMap(n -> One.of(n | 8)).map(n -> n & 1023),
                One.supply(() -> START + 5).map(n -> n % 17).map(n -> n * n).flatMap(n -> One.of(n + 11)),
                One.supply(() -> START + 6).map(n -> n ^ 31).map(n -> n * 7).map(n -> n - 13),
                One.supply(() -> START + 7).flatMap(n -> One.of(n << 1)).flatMap(n -> One.of(~n)),
                One.supply(() -> START + 8)
                        .map(n -> n / 3)
                        .flatMap(n -> One.of(Math.abs(n)))
                        .map(n -> n % 101),
                One.supply(() -> START + 9).doOnValue(n -> seen.accept(n + 100)),
                One.supply(() -> START + 10).map(n -> n + 1).doOnValue(n -> seen.accept(n * 3)),
                One.supply(() -> START + 11).doOnValue(n -> seen.accept(n ^ 5)).map(n -> n - 7),
                One.supply(() -> START + 12).flatMap(n -> One.of(-n)).doOnValue(n -> seen.accept(n >> 1)),
                One.supply(() -> START + 13).onErrorReturn(failure -> 13),
                One.supply(() -> START + 14).map(n -> n & 1023).onErrorReturn(failure -> 14),
                One.supply(() -> START + 15).onErrorReturn(failure -> 15).map(n -> n + 11),
                One.supply(() -> START + 16)
                        .map(n -> n ^ 31)
                        .onErrorReturn(failure -> 16)
                        .flatMap(n -> One.of(n - 13)),
                One.supply(() -> START + 17)
                        .map(n -> n << 1)
                        .map(n -> ~n)
                        .flatMap(n -> One.of(n / 3))
                        .map(n -> Math.abs(n)),
                One.supply(() -> START + 18)
                        .flatMap(n -> One.of(n % 101))
                        .flatMap(n -> One.of(n + 100))
                        .map(n -> n + 1),
                One.supply(() -> START + 19).doOnValue(n -> seen.accept(n * 3)).doOnValue(n -> seen.accept(n ^ 5)),
                One.supply(() -> START + 20).doOnValue(n -> seen.accept(n - 7)).flatMap(n -> One.of(-n)),
                One.supply(() -> START + 21).map(n -> n >> 1).map(n -> n | 8).doOnValue(n -> seen.accept(n & 1023)),
                One.supply(() -> START + 22)
                        .flatMap(n -> One.of(n % 17))
                        .onErrorReturn(failure -> 22)
                        .map(n -> n + 11),
                One.supply(() -> START + 23)
                        .map(n -> n ^ 31)
                        .doOnValue(n -> seen.accept(n * 7))
                        .flatMap(n -> One.of(n - 13)),
                One.supply(() -> START + 24).onErrorReturn(failure -> 24).onErrorReturn(failure -> 24),
                One.supply(() -> START + 25).onErrorReturn(failure -> 25).doOnValue(n -> seen.accept(Math.abs(n))),
                One.supply(() -> START + 26)
                        .map(n -> n % 101)
                        .flatMap(n -> One.of(n + 100))
                        .onErrorReturn(failure -> 26),
                One.supply(() -> START + 27)
                        .flatMap(n -> One.of(n * 3))
                        .map(n -> n ^ 5)
                        .flatMap(n -> One.of(n - 7)),
                One.supply(() -> START + 28)
                        .map(n -> -n)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .map(n -> n & 1023),
                One.supply(() -> START + 29)
                        .map(n -> n % 17)
                        .flatMap(n -> One.of(n * n))
                        .map(n -> n + 11)
                        .flatMap(n -> One.of(n ^ 31)));
    }
}
