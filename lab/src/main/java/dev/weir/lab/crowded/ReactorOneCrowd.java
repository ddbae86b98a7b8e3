package dev.weir.lab.crowded;

import java.util.List;
import java.util.function.IntConsumer;
import reactor.core.publisher.Mono;

final class ReactorOneCrowd {
    private static final int START = Crowd.ITEMS;

    private ReactorOneCrowd() {}

    static List<Mono<Integer>> chains(IntConsumer seen) {
        return List.of(
                Mono.fromSupplier(() -> START + 0).map(n -> n + 1),
                Mono.fromSupplier(() -> START + 1).flatMap(n -> Mono.just(n * 3)),
                Mono.fromSupplier(() -> START + 2).map(n -> n ^ 5).map(n -> n - 7),
                Mono.fromSupplier(() -> START + 3).map(n -> -n).flatMap(n -> Mono.just(n >> 1)),
                Mono.fromSupplier(() -> START + 4)
                        .flatMap(n -> Mono.just(n | 8))
                        .map(n -> n & 1023),
                Mono.fromSupplier(() -> START + 5)
                        .map(n -> n % 17)
                        .map(n -> n * n)
                        .flatMap(n -> Mono.just(n + 11)),
                Mono.fromSupplier(() -> START + 6)
                        .map(n -> n ^ 31)
                        .map(n -> n * 7)
                        .map(n -> n - 13),
                Mono.fromSupplier(() -> START + 7)
                        .flatMap(n -> Mono.just(n << 1))
                        .flatMap(n -> Mono.just(~n)),
                Mono.fromSupplier(() -> START + 8)
                        .map(n -> n / 3)
                        .flatMap(n -> Mono.just(Math.abs(n)))
                        .map(n -> n % 101),
                Mono.fromSupplier(() -> START + 9).doOnNext(n -> seen.accept(n + 100)),
                Mono.fromSupplier(() -> START + 10).map(n -> n + 1).doOnNext(n -> seen.accept(n * 3)),
                Mono.fromSupplier(() -> START + 11)
                        .doOnNext(n -> seen.accept(n ^ 5))
                        .map(n -> n - 7),
                Mono.fromSupplier(() -> START + 12).flatMap(n -> Mono.just(-n)).doOnNext(n -> seen.accept(n >> 1)),
                Mono.fromSupplier(() -> START + 13).onErrorReturn(13),
                Mono.fromSupplier(() -> START + 14).map(n -> n & 1023).onErrorReturn(14),
                Mono.fromSupplier(() -> START + 15).onErrorReturn(15).map(n -> n + 11),
                Mono.fromSupplier(() -> START + 16)
                        .map(n -> n ^ 31)
                        .onErrorReturn(16)
                        .flatMap(n -> Mono.just(n - 13)),
                Mono.fromSupplier(() -> START + 17)
                        .map(n -> n << 1)
                        .map(n -> ~n)
                        .flatMap(n -> Mono.just(n / 3))
                        .map(n -> Math.abs(n)),
                Mono.fromSupplier(() -> START + 18)
                        .flatMap(n -> Mono.just(n % 101))
                        .flatMap(n -> Mono.just(n + 100))
                        .map(n -> n + 1),
                Mono.fromSupplier(() -> START + 19)
                        .doOnNext(n -> seen.accept(n * 3))
                        .doOnNext(n -> seen.accept(n ^ 5)),
                Mono.fromSupplier(() -> START + 20)
                        .doOnNext(n -> seen.accept(n - 7))
                        .flatMap(n -> Mono.just(-n)),
                Mono.fromSupplier(() -> START + 21)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .doOnNext(n -> seen.accept(n & 1023)),
                Mono.fromSupplier(() -> START + 22)
                        .flatMap(n -> Mono.just(n % 17))
                        .onErrorReturn(22)
                        .map(n -> n + 11),
                Mono.fromSupplier(() -> START + 23)
                        .map(n -> n ^ 31)
                        .doOnNext(n -> seen.accept(n * 7))
                        .flatMap(n -> Mono.just(n - 13)),
                Mono.fromSupplier(() -> START + 24).onErrorReturn(24).onErrorReturn(24),
                Mono.fromSupplier(() -> START + 25).onErrorReturn(25).doOnNext(n -> seen.accept(Math.abs(n))),
                Mono.fromSupplier(() -> START + 26)
                        .map(n -> n % 101)
                        .flatMap(n -> Mono.just(n + 100))
                        .onErrorReturn(26),
                Mono.fromSupplier(() -> START + 27)
                        .flatMap(n -> Mono.just(n * 3))
                        .map(n -> n ^ 5)
                        .flatMap(n -> Mono.just(n - 7)),
                Mono.fromSupplier(() -> START + 28)
                        .map(n -> -n)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .map(n -> n & 1023),
                Mono.fromSupplier(() -> START + 29)
                        .map(n -> n % 17)
                        .flatMap(n -> Mono.just(n * n))
                        .map(n -> n + 11)
                        .flatMap(n -> Mono.just(n ^ 31)));
    }
}
