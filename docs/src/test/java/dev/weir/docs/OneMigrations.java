package dev.weir.docs;

import static dev.weir.docs.Migration.noted;
import static dev.weir.docs.Migration.row;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Repeat;
import dev.weir.Retry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One value. */
@SuppressWarnings("FutureReturnValueIgnored") // who runs the row waits for them
final class OneMigrations {
    private static final Duration TICK = Duration.ofMillis(1);

    static final List<Migration> ALL = List.of(
            row("Mono.just", "One.of", () -> Mono.just(1), () -> One.of(1)),
            row("Mono.empty", "One.ofNull", () -> Mono.empty(), () -> One.ofNull()),
            row(
                    "Mono.error",
                    "One.fail",
                    () -> Mono.error(IllegalStateException::new),
                    () -> One.fail(IllegalStateException::new)),
            row("Mono.fromSupplier", "One.supply", () -> Mono.fromSupplier(() -> 1), () -> One.supply(() -> 1)),
            row("Mono.fromCallable", "One.call", () -> Mono.fromCallable(() -> 1), () -> One.call(() -> 1)),
            row("Mono.defer", "One.defer", () -> Mono.defer(() -> Mono.just(1)), () -> One.defer(() -> One.of(1))),
            row("Mono.fromFuture", "One.from", () -> Mono.fromFuture(() -> future(1)), () -> One.from(() -> future(1))),
            row(
                    "Mono.create",
                    "One.emitter",
                    () -> Mono.create(sink -> sink.success(1)),
                    () -> One.emitter(emitter -> emitter.next(1))),
            row("Mono.delay", "One.timer", () -> Mono.delay(TICK).then(), () -> One.timer(TICK)),
            row(
                    "Mono.usingWhen",
                    "One.using",
                    () -> Mono.usingWhen(Mono.just(1), open -> Mono.just(open + 1), open -> Mono.empty()),
                    () -> One.using(One.of(1), open -> One.of(open + 1), open -> One.ofVoid())),
            row(
                    "Mono.map",
                    "One.map",
                    () -> Mono.just(1).map(i -> i + 1),
                    () -> One.of(1).map(i -> i + 1)),
            row(
                    "Mono.mapNotNull",
                    "One.mapNotNull",
                    () -> Mono.<Integer>empty().mapNotNull(i -> i + 1),
                    () -> One.<Integer>ofNull().mapNotNull(i -> i + 1)),
            row(
                    "Mono.filter",
                    "One.filter",
                    () -> Mono.just(1).filter(i -> i > 1),
                    () -> One.of(1).filter(i -> i > 1)),
            row(
                    "Mono.flatMap",
                    "One.flatMap",
                    () -> Mono.just(1).flatMap(i -> Mono.just(i + 1)),
                    () -> One.of(1).flatMap(i -> One.of(i + 1))),
            row(
                    "Mono.flatMapMany",
                    "One.flatMapMany",
                    () -> Mono.just(1).flatMapMany(i -> Flux.just(i, i)),
                    () -> One.of(1).flatMapMany(i -> Many.of(i, i))),
            row(
                    "Mono.then",
                    "One.then",
                    () -> Mono.just(1).then(Mono.just(2)),
                    () -> One.of(1).then(One.of(2))),
            row(
                    "Mono.thenReturn",
                    "One.thenReturn",
                    () -> Mono.just(1).thenReturn(2),
                    () -> One.of(1).thenReturn(2)),
            row(
                    "Mono.thenMany",
                    "One.thenMany",
                    () -> Mono.just(1).thenMany(Flux.just(2, 3)),
                    () -> One.of(1).thenMany(Many.of(2, 3))),
            row(
                    "Mono.zip",
                    "One.zip",
                    () -> Mono.zip(Mono.just(1), Mono.just(2), Integer::sum),
                    () -> One.zip(One.of(1), One.of(2), Integer::sum)),
            row(
                    "Mono.materialize",
                    "One.allSettled",
                    () -> Flux.concat(Mono.just(1).materialize(), failing().materialize())
                            .map(signal -> signal.isOnError()),
                    () -> One.allSettled(List.of(One.of(1), ourFailing()))
                            .flatMapMany(Many::from)
                            .map(outcome -> outcome.failure() != null)),
            row(
                    "Mono.firstWithValue",
                    "One.any",
                    () -> Mono.firstWithValue(failing(), Mono.just(2)),
                    () -> One.any(List.of(ourFailing(), One.of(2)))),
            row(
                    "Mono.firstWithSignal",
                    "One.race",
                    () -> Mono.firstWithSignal(Mono.never(), Mono.just(2)),
                    () -> One.race(List.of(One.never(), One.of(2)))),
            row(
                    "Mono.defaultIfEmpty",
                    "One.orElse",
                    () -> Mono.empty().defaultIfEmpty(1),
                    () -> One.<Object>ofNull().orElse(1)),
            row(
                    "Mono.delayElement",
                    "One.delay",
                    () -> Mono.just(1).delayElement(TICK),
                    () -> One.of(1).delay(TICK)),
            row(
                    "Mono.timeout",
                    "One.timeout",
                    () -> Mono.never().timeout(TICK),
                    () -> One.never().timeout(TICK)),
            row(
                    "Mono.onErrorReturn",
                    "One.onErrorReturn",
                    () -> failing().onErrorReturn(9),
                    () -> ourFailing().onErrorReturn(failure -> 9)),
            row(
                    "Mono.onErrorResume",
                    "One.onErrorResume",
                    () -> failing().onErrorResume(failure -> Mono.just(9)),
                    () -> ourFailing().onErrorResume(failure -> One.of(9))),
            row(
                    "Mono.onErrorMap",
                    "One.onErrorMap",
                    () -> failing().onErrorMap(IllegalArgumentException::new),
                    () -> ourFailing().onErrorMap(IllegalArgumentException::new)),
            row(
                    "Mono.onErrorComplete",
                    "One.onErrorComplete",
                    () -> failing().onErrorComplete(),
                    () -> ourFailing().onErrorComplete()),
            row(
                    "Mono.retryWhen",
                    "One.retry",
                    () -> noted(notes -> Mono.fromSupplier(() -> secondTime(notes))
                            .retryWhen(reactor.util.retry.Retry.backoff(2, TICK))),
                    () -> noted(notes -> One.supply(() -> secondTime(notes)).retry(Retry.backoff(2, TICK)))),
            row(
                    "Mono.repeat",
                    "One.repeat",
                    () -> Mono.just(1).repeat(2),
                    () -> One.of(1).repeat(Repeat.times(2))),
            row(
                    "Mono.cache",
                    "One.cache",
                    () -> twice(Mono.fromSupplier(Object::new).cache()),
                    () -> {
                        One<Object> cached = One.supply(Object::new).cache();
                        Object first = cached.await();
                        return first == cached.await();
                    }),
            row(
                    "Mono.doOnNext",
                    "One.doOnValue",
                    () -> noted(notes -> Mono.just(1).doOnNext(notes::add)),
                    () -> noted(notes -> One.of(1).doOnValue(notes::add))),
            row(
                    "Mono.doFinally",
                    "One.doFinally",
                    () -> noted(notes -> failing().doFinally(signal -> notes.add("over"))),
                    () -> noted(notes -> ourFailing().doFinally(ending -> notes.add("over")))),
            row(
                    "Mono.delayUntil",
                    "One.delayUntil",
                    () -> Mono.just(1).delayUntil(i -> Mono.delay(TICK)),
                    () -> One.of(1).delayUntil(i -> One.timer(TICK))),
            row(
                    "Mono.block",
                    "One.await",
                    () -> Mono.just(1).block(),
                    () -> One.of(1).await()),
            row(
                    "Mono.toFuture",
                    "One.toCompletionStage",
                    () -> Mono.just(1).toFuture(),
                    () -> One.of(1).toCompletionStage()),
            row(
                    "Mono.flux",
                    "One.toMany",
                    () -> Mono.just(1).flux(),
                    () -> One.of(1).toMany()),
            row(
                    "CompletableFuture.supplyAsync",
                    "One.blocking",
                    () -> CompletableFuture.supplyAsync(() -> 1),
                    () -> One.blocking(() -> 1)),
            row(
                    "CompletableFuture.thenApply",
                    "One.map",
                    () -> future(1).thenApply(i -> i + 1),
                    () -> One.of(1).map(i -> i + 1)),
            row(
                    "CompletableFuture.thenCompose",
                    "One.flatMap",
                    () -> future(1).thenCompose(i -> future(i + 1)),
                    () -> One.of(1).flatMap(i -> One.of(i + 1))),
            row(
                    "CompletableFuture.thenCombine",
                    "One.zip",
                    () -> future(1).thenCombine(future(2), Integer::sum),
                    () -> One.zip(One.of(1), One.of(2), Integer::sum)),
            row(
                    "CompletableFuture.exceptionally",
                    "One.onErrorReturn",
                    () -> failed().exceptionally(failure -> 9),
                    () -> ourFailing().onErrorReturn(failure -> 9)),
            row(
                    "CompletableFuture.exceptionallyCompose",
                    "One.onErrorResume",
                    () -> failed().exceptionallyCompose(failure -> future(9)),
                    () -> ourFailing().onErrorResume(failure -> One.of(9))),
            row(
                    "CompletableFuture.whenComplete",
                    "One.doFinally",
                    () -> noted(notes -> failed().whenComplete((value, failure) -> notes.add(failure != null))),
                    () -> noted(notes -> ourFailing().doFinally(ending -> notes.add(ending == Ending.FAILED)))),
            row(
                    "CompletableFuture.allOf",
                    "One.all",
                    () -> CompletableFuture.allOf(future(1), failed()),
                    () -> One.all(List.of(One.of(1), ourFailing()))),
            row(
                    "CompletableFuture.anyOf",
                    "One.race",
                    () -> CompletableFuture.anyOf(new CompletableFuture<>(), future(2)),
                    () -> One.race(List.of(One.never(), One.of(2)))),
            row(
                    "CompletableFuture.orTimeout",
                    "One.timeout",
                    () -> new CompletableFuture<>().orTimeout(1, TimeUnit.MILLISECONDS),
                    () -> One.never().timeout(TICK)),
            row(
                    "CompletableFuture.join",
                    "One.await",
                    () -> future(1).join(),
                    () -> One.of(1).await()));

    private OneMigrations() {}

    private static boolean twice(Mono<Object> cached) {
        Object first = cached.block();
        return first == cached.block();
    }

    static int secondTime(List<Object> notes) {
        notes.add("called");
        return 10 / (notes.size() - 1);
    }

    private static Mono<Integer> failing() {
        return Mono.error(IllegalStateException::new);
    }

    private static One<Integer> ourFailing() {
        return One.fail(IllegalStateException::new);
    }

    private static CompletableFuture<Integer> future(int value) {
        return CompletableFuture.completedFuture(value);
    }

    private static CompletableFuture<Integer> failed() {
        return CompletableFuture.failedFuture(new IllegalStateException());
    }
}
