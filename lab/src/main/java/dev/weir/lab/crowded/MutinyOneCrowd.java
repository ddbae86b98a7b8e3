package dev.weir.lab.crowded;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.IntConsumer;

final class MutinyOneCrowd {
    private static final int START = Crowd.ITEMS;

    private MutinyOneCrowd() {}

    static List<Uni<Integer>> chains(IntConsumer seen) {
        return List.of(
                Uni.createFrom().item(() -> START + 0).map(n -> n + 1),
                Uni.createFrom()
                        .item(() -> START + 1)
                        .flatMap(n -> Uni.createFrom().item(n * 3)),
                Uni.createFrom().item(() -> START + 2).map(n -> n ^ 5).map(n -> n - 7),
                Uni.createFrom()
                        .item(() -> START + 3)
                        .map(n -> -n)
                        .flatMap(n -> Uni.createFrom().item(n >> 1)),
                Uni.createFrom()
                        .item(() -> START + 4)
                        .flatMap(n -> Uni.createFrom().item(n | 8))
                        .map(n -> n & 1023),
                Uni.createFrom()
                        .item(() -> START + 5)
                        .map(n -> n % 17)
                        .map(n -> n * n)
                        .flatMap(n -> Uni.createFrom().item(n + 11)),
                Uni.createFrom()
                        .item(() -> START + 6)
                        .map(n -> n ^ 31)
                        .map(n -> n * 7)
                        .map(n -> n - 13),
                Uni.createFrom()
                        .item(() -> START + 7)
                        .flatMap(n -> Uni.createFrom().item(n << 1))
                        .flatMap(n -> Uni.createFrom().item(~n)),
                Uni.createFrom()
                        .item(() -> START + 8)
                        .map(n -> n / 3)
                        .flatMap(n -> Uni.createFrom().item(Math.abs(n)))
                        .map(n -> n % 101),
                Uni.createFrom().item(() -> START + 9).invoke(n -> seen.accept(n + 100)),
                Uni.createFrom().item(() -> START + 10).map(n -> n + 1).invoke(n -> seen.accept(n * 3)),
                Uni.createFrom()
                        .item(() -> START + 11)
                        .invoke(n -> seen.accept(n ^ 5))
                        .map(n -> n - 7),
                Uni.createFrom()
                        .item(() -> START + 12)
                        .flatMap(n -> Uni.createFrom().item(-n))
                        .invoke(n -> seen.accept(n >> 1)),
                Uni.createFrom().item(() -> START + 13).onFailure().recoverWithItem(failure -> 13),
                Uni.createFrom()
                        .item(() -> START + 14)
                        .map(n -> n & 1023)
                        .onFailure()
                        .recoverWithItem(failure -> 14),
                Uni.createFrom()
                        .item(() -> START + 15)
                        .onFailure()
                        .recoverWithItem(failure -> 15)
                        .map(n -> n + 11),
                Uni.createFrom()
                        .item(() -> START + 16)
                        .map(n -> n ^ 31)
                        .onFailure()
                        .recoverWithItem(failure -> 16)
                        .flatMap(n -> Uni.createFrom().item(n - 13)),
                Uni.createFrom()
                        .item(() -> START + 17)
                        .map(n -> n << 1)
                        .map(n -> ~n)
                        .flatMap(n -> Uni.createFrom().item(n / 3))
                        .map(n -> Math.abs(n)),
                Uni.createFrom()
                        .item(() -> START + 18)
                        .flatMap(n -> Uni.createFrom().item(n % 101))
                        .flatMap(n -> Uni.createFrom().item(n + 100))
                        .map(n -> n + 1),
                Uni.createFrom()
                        .item(() -> START + 19)
                        .invoke(n -> seen.accept(n * 3))
                        .invoke(n -> seen.accept(n ^ 5)),
                Uni.createFrom()
                        .item(() -> START + 20)
                        .invoke(n -> seen.accept(n - 7))
                        .flatMap(n -> Uni.createFrom().item(-n)),
                Uni.createFrom()
                        .item(() -> START + 21)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .invoke(n -> seen.accept(n & 1023)),
                Uni.createFrom()
                        .item(() -> START + 22)
                        .flatMap(n -> Uni.createFrom().item(n % 17))
                        .onFailure()
                        .recoverWithItem(failure -> 22)
                        .map(n -> n + 11),
                Uni.createFrom()
                        .item(() -> START + 23)
                        .map(n -> n ^ 31)
                        .invoke(n -> seen.accept(n * 7))
                        .flatMap(n -> Uni.createFrom().item(n - 13)),
                Uni.createFrom()
                        .item(() -> START + 24)
                        .onFailure()
                        .recoverWithItem(failure -> 24)
                        .onFailure()
                        .recoverWithItem(failure -> 24),
                Uni.createFrom()
                        .item(() -> START + 25)
                        .onFailure()
                        .recoverWithItem(failure -> 25)
                        .invoke(n -> seen.accept(Math.abs(n))),
                Uni.createFrom()
                        .item(() -> START + 26)
                        .map(n -> n % 101)
                        .flatMap(n -> Uni.createFrom().item(n + 100))
                        .onFailure()
                        .recoverWithItem(failure -> 26),
                Uni.createFrom()
                        .item(() -> START + 27)
                        .flatMap(n -> Uni.createFrom().item(n * 3))
                        .map(n -> n ^ 5)
                        .flatMap(n -> Uni.createFrom().item(n - 7)),
                Uni.createFrom()
                        .item(() -> START + 28)
                        .map(n -> -n)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .map(n -> n & 1023),
                Uni.createFrom()
                        .item(() -> START + 29)
                        .map(n -> n % 17)
                        .flatMap(n -> Uni.createFrom().item(n * n))
                        .map(n -> n + 11)
                        .flatMap(n -> Uni.createFrom().item(n ^ 31)));
    }
}
