package dev.weir.docs;

import static dev.weir.docs.Migration.cell;
import static dev.weir.docs.Migration.noted;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.stream.Collectors;

/** What RxJava calls how streams are combined, end and are watched. */
final class RxOutcomeMigrations {
    static final List<Migration.Cell> ALL = List.of(
            cell(
                    "Flux.merge is Many.merge",
                    "Flowable.merge",
                    () -> Flowable.merge(Flowable.just(1, 2), Flowable.just(3))),
            cell("Flux.mergeWith is Many.mergeWith", "Flowable.mergeWith", () -> three().mergeWith(Flowable.just(9))),
            cell("Flux.concat is Many.concat", "Flowable.concat", () -> Flowable.concat(three(), Flowable.just(9))),
            cell(
                    "Flux.concatWith is Many.concatWith",
                    "Flowable.concatWith",
                    () -> three().concatWith(Flowable.just(9))),
            cell("Flux.zip is Many.zip", "Flowable.zip", () -> Flowable.zip(three(), three(), Integer::sum)),
            cell("Flux.zipWith is Many.zipWith", "Flowable.zipWith", () -> three().zipWith(three(), Integer::sum)),
            cell(
                    "Flux.combineLatest is Many.combineLatest",
                    "Flowable.combineLatest",
                    () -> Flowable.combineLatest(Flowable.just(9), three(), Integer::sum)),
            cell(
                    "Flux.or is Operators.raceWith",
                    "Flowable.ambWith",
                    () -> Flowable.<Integer>never().ambWith(three())),
            cell(
                    "Flux.withLatestFrom is Many.withLatestFrom",
                    "Flowable.withLatestFrom",
                    () -> three().withLatestFrom(Flowable.just(9), Integer::sum)),
            cell(
                    "Flux.startWith is Many.startWith",
                    "Flowable.startWithItem",
                    () -> three().startWithItem(9).startWithItem(8)),
            cell(
                    "Flux.switchIfEmpty is Many.switchIfEmpty",
                    "Flowable.switchIfEmpty",
                    () -> Flowable.<Integer>empty().switchIfEmpty(three())),
            cell(
                    "Flux.defaultIfEmpty is Many.defaultIfEmpty",
                    "Flowable.defaultIfEmpty",
                    () -> Flowable.<Integer>empty().defaultIfEmpty(9)),
            cell("Flux.sampleTimeout is Many.debounce", "Flowable.debounce", () -> three().debounce(1, HOURS)),
            cell(
                    "Flux.sampleFirst is Operators.throttleFirst",
                    "Flowable.throttleFirst",
                    () -> three().throttleFirst(1, HOURS)),
            cell("Flux.sample is Operators.sample", "Flowable.sample", () -> three().sample(1, HOURS, true)),
            cell(
                    "Flux.zipWith with Flux.interval is Operators.rateLimit",
                    "Flowable.zipWith with Flowable.interval",
                    () -> three().zipWith(Flowable.interval(1, MILLISECONDS), (item, tick) -> item)),
            cell("Flux.delaySequence is Many.delay", "Flowable.delay", () -> three().delay(1, MILLISECONDS)),
            cell(
                    "Flux.delaySubscription is Operators.delaySubscription",
                    "Flowable.delaySubscription",
                    () -> three().delaySubscription(1, MILLISECONDS)),
            cell(
                    "Flux.onErrorReturn is Many.onErrorReturn",
                    "Flowable.onErrorReturn",
                    () -> failing().onErrorReturn(failure -> 9)),
            cell(
                    "Flux.onErrorResume is Many.onErrorResume",
                    "Flowable.onErrorResumeNext",
                    () -> failing().onErrorResumeNext(failure -> three())),
            cell(
                    "Flux.onErrorComplete is Many.onErrorComplete",
                    "Flowable.onErrorComplete",
                    () -> failing().onErrorComplete()),
            cell(
                    "Flux.retryWhen is Many.retry",
                    "Flowable.retryWhen",
                    () -> failing()
                            .retryWhen(failures -> failures.zipWith(
                                            Flowable.just(1, 2),
                                            (failure, n) ->
                                                    n == 1 ? Flowable.timer(1, MILLISECONDS) : Flowable.error(failure))
                                    .concatMap(wait -> wait))),
            cell("Flux.repeat is Many.repeat", "Flowable.repeat", () -> three().repeat(2)),
            cell(
                    "Flux.timeout is Many.timeout",
                    "Flowable.timeout",
                    () -> Flowable.never().timeout(1, MILLISECONDS)),
            cell(
                    "Flux.publishOn is Many.publishOn",
                    "Flowable.observeOn",
                    () -> three().observeOn(Schedulers.computation())),
            cell(
                    "Flux.subscribeOn is Many.subscribeOn",
                    "Flowable.subscribeOn",
                    () -> three().subscribeOn(Schedulers.io())),
            cell(
                    "Flux.onBackpressureBuffer is Many.onOverflow",
                    "Flowable.onBackpressureBuffer",
                    () -> three().onBackpressureBuffer(9)),
            cell("Flux.limitRate is Operators.limitRate", "Flowable.rebatchRequests", () -> three().rebatchRequests(2)),
            cell("Flux.share is Many.share", "Flowable.share", () -> three().share()),
            cell(
                    "Flux.replay is Sharing.replaying",
                    "Flowable.replay",
                    () -> three().replay(1).refCount()),
            cell("Flux.transform is Many.through", "Flowable.compose", () -> three().compose(all -> all.take(1))),
            cell(
                    "Flux.doOnNext is Many.doOnNext",
                    "Flowable.doOnNext",
                    () -> noted(notes -> three().doOnNext(notes::add))),
            cell(
                    "Flux.doOnComplete is Many.doOnComplete",
                    "Flowable.doOnComplete",
                    () -> noted(notes -> three().doOnComplete(() -> notes.add("done")))),
            cell(
                    "Flux.doOnError is Many.doOnError",
                    "Flowable.doOnError",
                    () -> noted(notes -> failing().doOnError(failure -> notes.add(failure.getClass())))),
            cell(
                    "Flux.doOnSubscribe is Operators.doOnSubscribe",
                    "Flowable.doOnSubscribe",
                    () -> noted(notes -> three().doOnSubscribe(subscription -> notes.add("begun")))),
            cell(
                    "Flux.doOnRequest is Operators.doOnRequest",
                    "Flowable.doOnRequest",
                    () -> noted(notes -> three().doOnRequest(notes::add))),
            cell(
                    "Flux.doOnCancel is Operators.doOnCancel",
                    "Flowable.doOnCancel",
                    () -> noted(notes ->
                            three().doOnCancel(() -> notes.add("cancelled")).take(1))),
            cell(
                    "Flux.doFinally is Many.doFinally",
                    "Flowable.doFinally",
                    () -> noted(notes -> three().doFinally(() -> notes.add(true)))),
            cell("Flux.collectList is Many.toList", "Flowable.toList", () -> three().toList()),
            cell(
                    "Flux.collect is Many.collect",
                    "Flowable.collect",
                    () -> three().collect(Collectors.summingInt(i -> i))),
            cell("Flux.reduce is Many.reduce", "Flowable.reduce", () -> three().reduce(0, Integer::sum)),
            cell("Flux.count is Many.count", "Flowable.count", () -> three().count()),
            cell("Flux.any is Many.anyMatch", "Flowable.any", () -> three().any(i -> i == 2)),
            cell("Flux.all is Many.allMatch", "Flowable.all", () -> three().all(i -> i == 2)),
            cell("Flux.next is Many.first", "Flowable.firstElement", () -> three().firstElement()),
            cell("Flux.last is Many.last", "Flowable.lastElement", () -> three().lastElement()),
            cell(
                    "Flux.single is Operators.single",
                    "Flowable.singleOrError",
                    () -> Flowable.empty().singleOrError()),
            cell(
                    "Flux.then is Many.forEach",
                    "Flowable.ignoreElements",
                    () -> noted(notes -> three().doOnNext(notes::add).ignoreElements())),
            cell("Flux.toIterable is Many.iterate", "Flowable.blockingIterable", () -> {
                int sum = 0;
                for (int i : three().blockingIterable()) {
                    sum += i;
                }
                return sum;
            }),
            cell(
                    "Flux.toStream is Many.stream",
                    "Flowable.blockingStream",
                    () -> three().blockingStream().mapToInt(i -> i).sum()));

    private RxOutcomeMigrations() {}

    private static Flowable<Integer> three() {
        return Flowable.just(1, 2, 3);
    }

    private static Flowable<Integer> failing() {
        return Flowable.just(1, 0).map(i -> 10 / i);
    }
}
