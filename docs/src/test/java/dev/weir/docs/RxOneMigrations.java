package dev.weir.docs;

import static dev.weir.docs.Migration.cell;
import static dev.weir.docs.Migration.noted;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Notification;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What RxJava calls what has one value. */
final class RxOneMigrations {
    static final List<Migration.Cell> ALL = List.of(
            cell("Mono.just is One.of", "Single.just", () -> Single.just(1)),
            cell("Mono.empty is One.ofNull", "Maybe.empty", () -> Maybe.empty()),
            cell("Mono.error is One.fail", "Single.error", () -> Single.error(IllegalStateException::new)),
            cell("Mono.fromSupplier is One.supply", "Single.fromSupplier", () -> Single.fromSupplier(() -> 1)),
            cell("Mono.fromCallable is One.call", "Single.fromCallable", () -> Single.fromCallable(() -> 1)),
            cell("Mono.defer is One.defer", "Single.defer", () -> Single.defer(() -> Single.just(1))),
            cell(
                    "Mono.fromFuture is One.from",
                    "Single.fromCompletionStage",
                    () -> Single.fromCompletionStage(CompletableFuture.completedFuture(1))),
            cell("Mono.create is One.emitter", "Single.create", () -> Single.create(emitter -> emitter.onSuccess(1))),
            cell(
                    "Mono.delay is One.timer",
                    "Single.timer",
                    () -> Single.timer(1, MILLISECONDS).ignoreElement()),
            cell(
                    "Mono.usingWhen is One.using",
                    "Single.using",
                    () -> Single.using(() -> 1, open -> Single.just(open + 1), open -> {})),
            cell("Mono.map is One.map", "Single.map", () -> Single.just(1).map(i -> i + 1)),
            cell(
                    "Mono.mapNotNull is One.mapNotNull",
                    "Maybe.mapOptional",
                    () -> Maybe.<Integer>empty().mapOptional(i -> Optional.of(i + 1))),
            cell(
                    "Mono.filter is One.filter",
                    "Single.filter",
                    () -> Single.just(1).filter(i -> i > 1)),
            cell(
                    "Mono.flatMap is One.flatMap",
                    "Single.flatMap",
                    () -> Single.just(1).flatMap(i -> Single.just(i + 1))),
            cell(
                    "Mono.flatMapMany is One.flatMapMany",
                    "Single.flatMapPublisher",
                    () -> Single.just(1).flatMapPublisher(i -> Flowable.just(i, i))),
            cell(
                    "Mono.then is One.then",
                    "Completable.andThen",
                    () -> Completable.complete().andThen(Single.just(2))),
            cell(
                    "Mono.thenReturn is One.thenReturn",
                    "Completable.toSingleDefault",
                    () -> Completable.complete().toSingleDefault(2)),
            cell(
                    "Mono.thenMany is One.thenMany",
                    "Completable.andThen",
                    () -> Completable.complete().andThen(Flowable.just(2, 3))),
            cell("Mono.zip is One.zip", "Single.zip", () -> Single.zip(Single.just(1), Single.just(2), Integer::sum)),
            cell(
                    "Mono.materialize is One.allSettled",
                    "Single.materialize",
                    () -> Single.concat(Single.just(1).materialize(), failed().materialize())
                            .map(Notification::isOnError)),
            cell(
                    "Mono.firstWithSignal is One.race",
                    "Single.amb",
                    () -> Single.amb(List.of(Single.never(), Single.just(2)))),
            cell(
                    "Mono.defaultIfEmpty is One.orElse",
                    "Maybe.defaultIfEmpty",
                    () -> Maybe.empty().defaultIfEmpty(1)),
            cell(
                    "Mono.delayElement is One.delay",
                    "Single.delay",
                    () -> Single.just(1).delay(1, MILLISECONDS)),
            cell(
                    "Mono.timeout is One.timeout",
                    "Single.timeout",
                    () -> Single.never().timeout(1, MILLISECONDS)),
            cell(
                    "Mono.onErrorReturn is One.onErrorReturn",
                    "Single.onErrorReturn",
                    () -> failed().onErrorReturn(failure -> 9)),
            cell(
                    "Mono.onErrorResume is One.onErrorResume",
                    "Single.onErrorResumeNext",
                    () -> failed().onErrorResumeNext(failure -> Single.just(9))),
            cell(
                    "Mono.onErrorComplete is One.onErrorComplete",
                    "Single.onErrorComplete",
                    () -> failed().onErrorComplete()),
            cell(
                    "Mono.retryWhen is One.retry",
                    "Single.retryWhen",
                    () -> noted(notes -> Single.fromSupplier(() -> OneMigrations.secondTime(notes))
                            .retryWhen(failures -> failures.delay(1, MILLISECONDS)))),
            cell(
                    "Mono.repeat is One.repeat",
                    "Single.repeat",
                    () -> Single.just(1).repeat(3)),
            cell("Mono.cache is One.cache", "Single.cache", () -> {
                Single<Object> cached = Single.fromSupplier(Object::new).cache();
                Object first = cached.blockingGet();
                return first == cached.blockingGet();
            }),
            cell(
                    "Mono.doOnNext is One.doOnValue",
                    "Single.doOnSuccess",
                    () -> noted(notes -> Single.just(1).doOnSuccess(notes::add))),
            cell(
                    "Mono.doFinally is One.doFinally",
                    "Single.doFinally",
                    () -> noted(notes -> failed().doFinally(() -> notes.add("over")))),
            cell(
                    "Mono.block is One.await",
                    "Single.blockingGet",
                    () -> Single.just(1).blockingGet()),
            cell(
                    "Mono.toFuture is One.toCompletionStage",
                    "Single.toCompletionStage",
                    () -> Single.just(1).toCompletionStage()),
            cell(
                    "Mono.flux is One.toMany",
                    "Single.toFlowable",
                    () -> Single.just(1).toFlowable()));

    private RxOneMigrations() {}

    private static Single<Integer> failed() {
        return Single.error(IllegalStateException::new);
    }
}
