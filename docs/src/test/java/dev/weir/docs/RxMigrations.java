package dev.weir.docs;

import static dev.weir.docs.Migration.cell;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What RxJava calls where items come from, and what becomes of each. */
final class RxMigrations {
    static final List<Migration.Cell> ALL = List.of(
            cell("Flux.just is Many.of", "Flowable.just", () -> Flowable.just(1, 2)),
            cell("Flux.range is Many.range", "Flowable.range", () -> Flowable.range(3, 2)),
            cell("Flux.empty is Many.empty", "Flowable.empty", () -> Flowable.empty()),
            cell(
                    "Flux.never is Many.never",
                    "Flowable.never",
                    () -> Flowable.never().timeout(1, MILLISECONDS, Flowable.just(1))),
            cell("Flux.error is Many.fail", "Flowable.error", () -> Flowable.error(IllegalStateException::new)),
            cell("Flux.fromIterable is Many.from", "Flowable.fromIterable", () -> Flowable.fromIterable(List.of(1, 2))),
            cell(
                    "Flux.fromStream is Many.fromStream",
                    "Flowable.fromStream",
                    () -> Flowable.fromStream(Stream.of(1, 2))),
            cell(
                    "Flux.generate is Many.unfold",
                    "Flowable.generate",
                    () -> Flowable.<Integer, Integer>generate(() -> 0, (state, emitter) -> {
                        if (state < 3) {
                            emitter.onNext(state);
                        } else {
                            emitter.onComplete();
                        }
                        return state + 1;
                    })),
            cell(
                    "Flux.create is Many.emitter",
                    "Flowable.create",
                    () -> Flowable.create(
                            emitter -> {
                                emitter.onNext(1);
                                emitter.onNext(2);
                                emitter.onComplete();
                            },
                            BackpressureStrategy.BUFFER)),
            cell(
                    "Flux.using is Many.using",
                    "Flowable.using",
                    () -> Flowable.using(() -> List.of(1, 2), Flowable::fromIterable, list -> {})),
            cell(
                    "Flux.interval is Many.interval",
                    "Flowable.interval",
                    () -> Flowable.interval(1, MILLISECONDS).take(2).count()),
            cell("Flux.defer is Many.defer", "Flowable.defer", () -> Flowable.defer(() -> Flowable.just(1))),
            cell("Flux.map is Many.map", "Flowable.map", () -> digits().map(i -> i + 1)),
            cell(
                    "Flux.mapNotNull is Many.mapNotNull",
                    "Flowable.mapOptional",
                    () -> digits().mapOptional(i -> i == 2 ? Optional.empty() : Optional.of(i))),
            cell(
                    "Flux.ofType is Many.ofType",
                    "Flowable.ofType",
                    () -> Flowable.just(1, "a").ofType(String.class)),
            cell("Flux.filter is Many.filter", "Flowable.filter", () -> digits().filter(i -> i > 1)),
            cell("Flux.flatMap is Many.flatMap", "Flowable.flatMap", () -> digits().flatMap(i -> Flowable.just(i, i))),
            cell(
                    "Flux.concatMap is Many.concatMap",
                    "Flowable.concatMap",
                    () -> digits().concatMap(i -> Flowable.just(i, i))),
            cell(
                    "Flux.flatMapSequential is Many.mapAsync",
                    "Flowable.concatMapEager",
                    () -> digits().concatMapEager(i -> Flowable.just(i).delay(1, MILLISECONDS), 8, 1)),
            cell(
                    "Flux.groupBy with Flux.concatMap is Many.mapAsyncUnordered",
                    "Flowable.groupBy with Flowable.concatMapSingle",
                    () -> digits().groupBy(i -> 0).flatMap(group -> group.concatMapSingle(i -> Single.just(i + 1)))),
            cell(
                    "Flux.switchMap is Many.switchMap",
                    "Flowable.switchMap",
                    () -> Flowable.just(1, 2, 3)
                            .switchMap(i -> i < 3 ? Flowable.just(i).concatWith(Flowable.never()) : Flowable.just(i))),
            cell(
                    "Flux.flatMapIterable is Many.flatMapIterable",
                    "Flowable.flatMapIterable",
                    () -> digits().flatMapIterable(i -> List.of(i, i))),
            cell(
                    "Flux.scan is Many.scan",
                    "Flowable.scan",
                    () -> digits().scan(0, Integer::sum).skip(1)),
            cell("Flux.distinct is Many.distinct", "Flowable.distinct", () -> digits().distinct()),
            cell(
                    "Flux.distinctUntilChanged is Many.distinctUntilChanged",
                    "Flowable.distinctUntilChanged",
                    () -> digits().distinctUntilChanged()),
            cell("Flux.take is Many.take", "Flowable.take", () -> digits().take(2)),
            cell("Flux.takeWhile is Many.takeWhile", "Flowable.takeWhile", () -> digits().takeWhile(i -> i < 3)),
            cell("Flux.takeUntil is Many.takeUntil", "Flowable.takeUntil", () -> digits().takeUntil(i -> i == 3)),
            cell("Flux.takeUntilOther is Many.takeUntil", "Flowable.takeUntil", () -> {
                CompletableFuture<Integer> other = new CompletableFuture<>();
                return digits().doOnNext(other::complete).takeUntil(Flowable.fromCompletionStage(other));
            }),
            cell("Flux.takeLast is Operators.takeLast", "Flowable.takeLast", () -> digits().takeLast(2)),
            cell("Flux.skipLast is Operators.skipLast", "Flowable.skipLast", () -> digits().skipLast(2)),
            cell("Flux.skip is Many.skip", "Flowable.skip", () -> digits().skip(2)),
            cell("Flux.skipWhile is Many.skipWhile", "Flowable.skipWhile", () -> digits().skipWhile(i -> i < 3)),
            cell(
                    "Flux.skipUntilOther is Operators.skipUntil",
                    "Flowable.skipUntil",
                    () -> digits().skipUntil(Flowable.empty())),
            cell("Flux.elementAt is Many.skip", "Flowable.elementAt", () -> digits().elementAt(3)),
            cell("Flux.buffer is Many.buffer", "Flowable.buffer", () -> digits().buffer(2)),
            cell(
                    "Flux.groupBy is Many.groupBy",
                    "Flowable.groupBy",
                    () -> digits().groupBy(i -> i).flatMapSingle(Flowable::toList)),
            cell(
                    "Flux.window is Many.window",
                    "Flowable.window",
                    () -> digits().window(2).concatMapSingle(Flowable::toList)));

    private RxMigrations() {}

    private static Flowable<Integer> digits() {
        return Flowable.fromIterable(TransformMigrations.DIGITS);
    }
}
