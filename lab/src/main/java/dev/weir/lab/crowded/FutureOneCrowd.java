package dev.weir.lab.crowded;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

final class FutureOneCrowd {
    private static final int START = Crowd.ITEMS;

    private FutureOneCrowd() {}

    static List<Supplier<CompletableFuture<Integer>>> chains(IntConsumer seen) {
        return List.of(
                () -> CompletableFuture.completedFuture(START + 0).thenApply(n -> n + 1),
                () -> CompletableFuture.completedFuture(START + 1)
                        .thenCompose(n -> CompletableFuture.completedFuture(n * 3)),
                () -> CompletableFuture.completedFuture(START + 2)
                        .thenApply(n -> n ^ 5)
                        .thenApply(n -> n - 7),
                () -> CompletableFuture.completedFuture(START + 3)
                        .thenApply(n -> -n)
                        .thenCompose(n -> CompletableFuture.completedFuture(n >> 1)),
                () -> CompletableFuture.completedFuture(START + 4)
                        .thenCompose(n -> CompletableFuture.completedFuture(n | 8))
                        .thenApply(n -> n & 1023),
                () -> CompletableFuture.completedFuture(START + 5)
                        .thenApply(n -> n % 17)
                        .thenApply(n -> n * n)
                        .thenCompose(n -> CompletableFuture.completedFuture(n + 11)),
                () -> CompletableFuture.completedFuture(START + 6)
                        .thenApply(n -> n ^ 31)
                        .thenApply(n -> n * 7)
                        .thenApply(n -> n - 13),
                () -> CompletableFuture.completedFuture(START + 7)
                        .thenCompose(n -> CompletableFuture.completedFuture(n << 1))
                        .thenCompose(n -> CompletableFuture.completedFuture(~n)),
                () -> CompletableFuture.completedFuture(START + 8)
                        .thenApply(n -> n / 3)
                        .thenCompose(n -> CompletableFuture.completedFuture(Math.abs(n)))
                        .thenApply(n -> n % 101),
                () -> CompletableFuture.completedFuture(START + 9).whenComplete((n, failure) -> seen.accept(n + 100)),
                () -> CompletableFuture.completedFuture(START + 10)
                        .thenApply(n -> n + 1)
                        .whenComplete((n, failure) -> seen.accept(n * 3)),
                () -> CompletableFuture.completedFuture(START + 11)
                        .whenComplete((n, failure) -> seen.accept(n ^ 5))
                        .thenApply(n -> n - 7),
                () -> CompletableFuture.completedFuture(START + 12)
                        .thenCompose(n -> CompletableFuture.completedFuture(-n))
                        .whenComplete((n, failure) -> seen.accept(n >> 1)),
                () -> CompletableFuture.completedFuture(START + 13).exceptionally(failure -> 13),
                () -> CompletableFuture.completedFuture(START + 14)
                        .thenApply(n -> n & 1023)
                        .exceptionally(failure -> 14),
                () -> CompletableFuture.completedFuture(START + 15)
                        .exceptionally(failure -> 15)
                        .thenApply(n -> n + 11),
                () -> CompletableFuture.completedFuture(START + 16)
                        .thenApply(n -> n ^ 31)
                        .exceptionally(failure -> 16)
                        .thenCompose(n -> CompletableFuture.completedFuture(n - 13)),
                () -> CompletableFuture.completedFuture(START + 17)
                        .thenApply(n -> n << 1)
                        .thenApply(n -> ~n)
                        .thenCompose(n -> CompletableFuture.completedFuture(n / 3))
                        .thenApply(n -> Math.abs(n)),
                () -> CompletableFuture.completedFuture(START + 18)
                        .thenCompose(n -> CompletableFuture.completedFuture(n % 101))
                        .thenCompose(n -> CompletableFuture.completedFuture(n + 100))
                        .thenApply(n -> n + 1),
                () -> CompletableFuture.completedFuture(START + 19)
                        .whenComplete((n, failure) -> seen.accept(n * 3))
                        .whenComplete((n, failure) -> seen.accept(n ^ 5)),
                () -> CompletableFuture.completedFuture(START + 20)
                        .whenComplete((n, failure) -> seen.accept(n - 7))
                        .thenCompose(n -> CompletableFuture.completedFuture(-n)),
                () -> CompletableFuture.completedFuture(START + 21)
                        .thenApply(n -> n >> 1)
                        .thenApply(n -> n | 8)
                        .whenComplete((n, failure) -> seen.accept(n & 1023)),
                () -> CompletableFuture.completedFuture(START + 22)
                        .thenCompose(n -> CompletableFuture.completedFuture(n % 17))
                        .exceptionally(failure -> 22)
                        .thenApply(n -> n + 11),
                () -> CompletableFuture.completedFuture(START + 23)
                        .thenApply(n -> n ^ 31)
                        .whenComplete((n, failure) -> seen.accept(n * 7))
                        .thenCompose(n -> CompletableFuture.completedFuture(n - 13)),
                () -> CompletableFuture.completedFuture(START + 24)
                        .exceptionally(failure -> 24)
                        .exceptionally(failure -> 24),
                () -> CompletableFuture.completedFuture(START + 25)
                        .exceptionally(failure -> 25)
                        .whenComplete((n, failure) -> seen.accept(Math.abs(n))),
                () -> CompletableFuture.completedFuture(START + 26)
                        .thenApply(n -> n % 101)
                        .thenCompose(n -> CompletableFuture.completedFuture(n + 100))
                        .exceptionally(failure -> 26),
                () -> CompletableFuture.completedFuture(START + 27)
                        .thenCompose(n -> CompletableFuture.completedFuture(n * 3))
                        .thenApply(n -> n ^ 5)
                        .thenCompose(n -> CompletableFuture.completedFuture(n - 7)),
                () -> CompletableFuture.completedFuture(START + 28)
                        .thenApply(n -> -n)
                        .thenApply(n -> n >> 1)
                        .thenApply(n -> n | 8)
                        .thenApply(n -> n & 1023),
                () -> CompletableFuture.completedFuture(START + 29)
                        .thenApply(n -> n % 17)
                        .thenCompose(n -> CompletableFuture.completedFuture(n * n))
                        .thenApply(n -> n + 11)
                        .thenCompose(n -> CompletableFuture.completedFuture(n ^ 31)));
    }
}
