package dev.weir.lab.crowded;

import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.function.IntConsumer;

final class RxJavaOneCrowd {
    private static final int START = Crowd.ITEMS;

    private RxJavaOneCrowd() {}

    static List<Single<Integer>> chains(IntConsumer seen) {
        return List.of(
                Single.fromSupplier(() -> START + 0).map(n -> n + 1),
                Single.fromSupplier(() -> START + 1).flatMap(n -> Single.just(n * 3)),
                Single.fromSupplier(() -> START + 2).map(n -> n ^ 5).map(n -> n - 7),
                Single.fromSupplier(() -> START + 3).map(n -> -n).flatMap(n -> Single.just(n >> 1)),
                Single.fromSupplier(() -> START + 4)
                        .flatMap(n -> Single.just(n | 8))
                        .map(n -> n & 1023),
                Single.fromSupplier(() -> START + 5)
                        .map(n -> n % 17)
                        .map(n -> n * n)
                        .flatMap(n -> Single.just(n + 11)),
                Single.fromSupplier(() -> START + 6)
                        .map(n -> n ^ 31)
                        .map(n -> n * 7)
                        .map(n -> n - 13),
                Single.fromSupplier(() -> START + 7)
                        .flatMap(n -> Single.just(n << 1))
                        .flatMap(n -> Single.just(~n)),
                Single.fromSupplier(() -> START + 8)
                        .map(n -> n / 3)
                        .flatMap(n -> Single.just(Math.abs(n)))
                        .map(n -> n % 101),
                Single.fromSupplier(() -> START + 9).doOnSuccess(n -> seen.accept(n + 100)),
                Single.fromSupplier(() -> START + 10).map(n -> n + 1).doOnSuccess(n -> seen.accept(n * 3)),
                Single.fromSupplier(() -> START + 11)
                        .doOnSuccess(n -> seen.accept(n ^ 5))
                        .map(n -> n - 7),
                Single.fromSupplier(() -> START + 12)
                        .flatMap(n -> Single.just(-n))
                        .doOnSuccess(n -> seen.accept(n >> 1)),
                Single.fromSupplier(() -> START + 13).onErrorReturn(failure -> 13),
                Single.fromSupplier(() -> START + 14).map(n -> n & 1023).onErrorReturn(failure -> 14),
                Single.fromSupplier(() -> START + 15)
                        .onErrorReturn(failure -> 15)
                        .map(n -> n + 11),
                Single.fromSupplier(() -> START + 16)
                        .map(n -> n ^ 31)
                        .onErrorReturn(failure -> 16)
                        .flatMap(n -> Single.just(n - 13)),
                Single.fromSupplier(() -> START + 17)
                        .map(n -> n << 1)
                        .map(n -> ~n)
                        .flatMap(n -> Single.just(n / 3))
                        .map(n -> Math.abs(n)),
                Single.fromSupplier(() -> START + 18)
                        .flatMap(n -> Single.just(n % 101))
                        .flatMap(n -> Single.just(n + 100))
                        .map(n -> n + 1),
                Single.fromSupplier(() -> START + 19)
                        .doOnSuccess(n -> seen.accept(n * 3))
                        .doOnSuccess(n -> seen.accept(n ^ 5)),
                Single.fromSupplier(() -> START + 20)
                        .doOnSuccess(n -> seen.accept(n - 7))
                        .flatMap(n -> Single.just(-n)),
                Single.fromSupplier(() -> START + 21)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .doOnSuccess(n -> seen.accept(n & 1023)),
                Single.fromSupplier(() -> START + 22)
                        .flatMap(n -> Single.just(n % 17))
                        .onErrorReturn(failure -> 22)
                        .map(n -> n + 11),
                Single.fromSupplier(() -> START + 23)
                        .map(n -> n ^ 31)
                        .doOnSuccess(n -> seen.accept(n * 7))
                        .flatMap(n -> Single.just(n - 13)),
                Single.fromSupplier(() -> START + 24)
                        .onErrorReturn(failure -> 24)
                        .onErrorReturn(failure -> 24),
                Single.fromSupplier(() -> START + 25)
                        .onErrorReturn(failure -> 25)
                        .doOnSuccess(n -> seen.accept(Math.abs(n))),
                Single.fromSupplier(() -> START + 26)
                        .map(n -> n % 101)
                        .flatMap(n -> Single.just(n + 100))
                        .onErrorReturn(failure -> 26),
                Single.fromSupplier(() -> START + 27)
                        .flatMap(n -> Single.just(n * 3))
                        .map(n -> n ^ 5)
                        .flatMap(n -> Single.just(n - 7)),
                Single.fromSupplier(() -> START + 28)
                        .map(n -> -n)
                        .map(n -> n >> 1)
                        .map(n -> n | 8)
                        .map(n -> n & 1023),
                Single.fromSupplier(() -> START + 29)
                        .map(n -> n % 17)
                        .flatMap(n -> Single.just(n * n))
                        .map(n -> n + 11)
                        .flatMap(n -> Single.just(n ^ 31)));
    }
}
