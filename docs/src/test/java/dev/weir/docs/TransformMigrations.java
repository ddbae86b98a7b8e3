package dev.weir.docs;

import static dev.weir.docs.Migration.row;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Gatherer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What becomes of each item, and which of them. */
final class TransformMigrations {
    private static final Duration TICK = Duration.ofMillis(1);
    static final List<Integer> DIGITS = List.of(1, 2, 2, 3, 1);

    static final List<Migration> ALL = List.of(
            row("Flux.map", "Many.map", () -> flux().map(i -> i + 1), () -> many().map(i -> i + 1)),
            row(
                    "Flux.mapNotNull",
                    "Many.mapNotNull",
                    () -> flux().mapNotNull(i -> i == 2 ? null : i),
                    () -> many().mapNotNull(i -> i == 2 ? null : i)),
            row(
                    "Flux.ofType",
                    "Many.ofType",
                    () -> Flux.just(1, "a").ofType(String.class),
                    () -> Many.of(1, "a").ofType(String.class)),
            row("Flux.filter", "Many.filter", () -> flux().filter(i -> i > 1), () -> many().filter(i -> i > 1)),
            row(
                    "Flux.handle",
                    "Many.gather",
                    () -> flux().handle((i, sink) -> {
                        if (i > 1) {
                            sink.next(i * 10);
                        }
                    }),
                    () -> many().gather(Gatherer.<Integer, Integer>of((none, i, out) -> i <= 1 || out.push(i * 10)))),
            row(
                    "Flux.flatMap",
                    "Many.flatMap",
                    () -> flux().flatMap(i -> Flux.just(i, i)),
                    () -> many().flatMap(i -> Many.of(i, i))),
            row(
                    "Flux.concatMap",
                    "Many.concatMap",
                    () -> flux().concatMap(i -> Flux.just(i, i)),
                    () -> many().concatMap(i -> Many.of(i, i))),
            row(
                    "Flux.flatMapSequential",
                    "Many.mapAsync",
                    () -> flux().flatMapSequential(i -> Mono.just(i).delayElement(TICK), 8),
                    () -> many().mapAsync(8, i -> One.of(i).delay(TICK))),
            row(
                    "Flowable.flatMapSingle",
                    "Many.mapAsyncUnordered",
                    () -> flowable().flatMapSingle(i -> Single.just(i), false, 8),
                    () -> many().mapAsyncUnordered(8, i -> One.of(i))),
            row(
                    "Flux.groupBy with Flux.concatMap",
                    "Many.mapAsyncUnordered",
                    () -> flux().groupBy(i -> 0).flatMap(group -> group.concatMap(i -> Mono.just(i + 1))),
                    () -> many().mapAsyncUnordered(8, i -> 0, i -> One.of(i + 1))),
            row(
                    "Flux.flatMapSequential",
                    "Many.mapBlocking",
                    () -> flux().flatMapSequential(
                                    i -> Mono.fromCallable(() -> i + 1).subscribeOn(Schedulers.boundedElastic()), 8),
                    () -> many().mapBlocking(8, i -> i + 1)),
            row(
                    "Flux.switchMap",
                    "Many.switchMap",
                    () -> Flux.just(1, 2, 3)
                            .switchMap(i -> i < 3 ? Flux.just(i).concatWith(Flux.never()) : Flux.just(i)),
                    () -> Many.of(1, 2, 3).switchMap(i -> i < 3 ? Many.concat(Many.of(i), Many.never()) : Many.of(i))),
            row(
                    "Flux.flatMapIterable",
                    "Many.flatMapIterable",
                    () -> flux().flatMapIterable(i -> List.of(i, i)),
                    () -> many().flatMapIterable(i -> List.of(i, i))),
            row(
                    "Flux.expandDeep",
                    "Operators.expand",
                    () -> Flux.just(1, 2).expandDeep(i -> i < 10 ? Flux.just(i * 10, i * 20) : Flux.empty()),
                    () -> Many.of(1, 2)
                            .through(Operators.expand(i -> i < 10 ? Many.of(i * 10, i * 20) : Many.empty()))),
            row(
                    "Flux.index",
                    "Operators.index",
                    () -> flux().index().map(indexed -> indexed.getT1() + ":" + indexed.getT2()),
                    () -> many().through(Operators.index()).map(indexed -> indexed.index() + ":" + indexed.item())),
            row(
                    "Flux.scan",
                    "Many.scan",
                    () -> flux().scan(0, Integer::sum).skip(1),
                    () -> many().scan(() -> 0, Integer::sum)),
            row("Flux.distinct", "Many.distinct", () -> flux().distinct(), () -> many().distinct(100)),
            row(
                    "Flux.distinctUntilChanged",
                    "Many.distinctUntilChanged",
                    () -> flux().distinctUntilChanged(),
                    () -> many().distinctUntilChanged()),
            row("Flux.take", "Many.take", () -> flux().take(2), () -> many().take(2)),
            row(
                    "Flux.takeWhile",
                    "Many.takeWhile",
                    () -> flux().takeWhile(i -> i < 3),
                    () -> many().takeWhile(i -> i < 3)),
            row(
                    "Flux.takeUntil",
                    "Many.takeUntil",
                    () -> flux().takeUntil(i -> i == 3),
                    () -> many().takeUntil(i -> i == 3)),
            row(
                    "Flux.takeUntilOther",
                    "Many.takeUntil",
                    () -> {
                        CompletableFuture<Integer> other = new CompletableFuture<>();
                        return flux().doOnNext(other::complete).takeUntilOther(Mono.fromFuture(other));
                    },
                    () -> {
                        CompletableFuture<Integer> other = new CompletableFuture<>();
                        return many().doOnNext(other::complete)
                                .takeUntil(One.from(other).toMany());
                    }),
            row(
                    "Flux.takeLast",
                    "Operators.takeLast",
                    () -> flux().takeLast(2),
                    () -> many().through(Operators.takeLast(2))),
            row(
                    "Flux.skipLast",
                    "Operators.skipLast",
                    () -> flux().skipLast(2),
                    () -> many().through(Operators.skipLast(2))),
            row("Flux.skip", "Many.skip", () -> flux().skip(2), () -> many().skip(2)),
            row(
                    "Flux.skipWhile",
                    "Many.skipWhile",
                    () -> flux().skipWhile(i -> i < 3),
                    () -> many().skipWhile(i -> i < 3)),
            row(
                    "Flux.skipUntilOther",
                    "Operators.skipUntil",
                    () -> flux().skipUntilOther(Mono.empty()),
                    () -> many().through(Operators.skipUntil(Many.empty()))),
            row(
                    "Flux.elementAt",
                    "Many.skip",
                    () -> flux().elementAt(3),
                    () -> many().skip(3).first()),
            row("Flux.buffer", "Many.buffer", () -> flux().buffer(2), () -> many().buffer(2)),
            row(
                    "Flux.bufferTimeout",
                    "Many.buffer",
                    () -> flux().bufferTimeout(2, Duration.ofHours(1)),
                    () -> many().buffer(2, Duration.ofHours(1))),
            row(
                    "Flux.bufferUntilChanged",
                    "Operators.bufferUntilChanged",
                    () -> flux().bufferUntilChanged(),
                    () -> many().through(Operators.bufferUntilChanged(100, i -> i))),
            row(
                    "Flux.groupBy",
                    "Many.groupBy",
                    () -> flux().groupBy(i -> i).flatMap(Flux::collectList),
                    () -> many().groupBy(
                                    100, i -> i, group -> group.items().toList().toMany())),
            row(
                    "Flux.window",
                    "Many.window",
                    () -> flux().window(2).concatMap(Flux::collectList),
                    () -> many().window(2).concatMap(items -> items.toList().toMany())));

    private TransformMigrations() {}

    private static Flux<Integer> flux() {
        return Flux.fromIterable(DIGITS);
    }

    private static Flowable<Integer> flowable() {
        return Flowable.fromIterable(DIGITS);
    }

    private static Many<Integer> many() {
        return Many.from(DIGITS);
    }
}
