package dev.weir.docs;

import static dev.weir.docs.Migration.cell;
import static dev.weir.docs.Migration.noted;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What Mutiny calls what streams do. */
final class MutinyMigrations {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Object KEY = "key";

    static final List<Migration.Cell> ALL = List.of(
            cell(
                    "Flux.just is Many.of",
                    "Multi.createFrom.items",
                    () -> Multi.createFrom().items(1, 2)),
            cell(
                    "Flux.range is Many.range",
                    "Multi.createFrom.range",
                    () -> Multi.createFrom().range(3, 5)),
            cell(
                    "Flux.empty is Many.empty",
                    "Multi.createFrom.empty",
                    () -> Multi.createFrom().empty()),
            cell(
                    "Flux.never is Many.never",
                    "Multi.createFrom.nothing",
                    () -> Multi.createBy() // as its own ifNoItem().after(..) may never end
                            .merging()
                            .streams(
                                    Multi.createFrom().<Integer>nothing(),
                                    Multi.createFrom().item(1))
                            .select()
                            .first()),
            cell(
                    "Flux.error is Many.fail",
                    "Multi.createFrom.failure",
                    () -> Multi.createFrom().failure(IllegalStateException::new)),
            cell(
                    "Flux.fromIterable is Many.from",
                    "Multi.createFrom.iterable",
                    () -> Multi.createFrom().iterable(List.of(1, 2))),
            cell(
                    "Flux.generate is Many.unfold",
                    "Multi.createFrom.generator",
                    () -> Multi.createFrom().<Integer, Integer>generator(() -> 0, (state, emitter) -> {
                        if (state < 3) {
                            emitter.emit(state);
                        } else {
                            emitter.complete();
                        }
                        return state + 1;
                    })),
            cell(
                    "Mono.expand is Many.unfoldAsync",
                    "Multi.createBy.repeating",
                    () -> Multi.createBy()
                            .repeating()
                            .uni(AtomicInteger::new, page -> Uni.createFrom().item(page.getAndIncrement()))
                            .atMost(3)),
            cell(
                    "Flux.create is Many.emitter",
                    "Multi.createFrom.emitter",
                    () -> Multi.createFrom()
                            .emitter(emitter -> emitter.emit(1).emit(2).complete())),
            cell(
                    "Flux.using is Many.using",
                    "Multi.createFrom.resource",
                    () -> Multi.createFrom()
                            .resource(
                                    () -> List.of(1, 2),
                                    list -> Multi.createFrom().iterable(list))
                            .withFinalizer(list -> {})),
            cell(
                    "Flux.interval is Many.interval",
                    "Multi.createFrom.ticks",
                    () -> Multi.createFrom()
                            .ticks()
                            .every(TICK)
                            .select()
                            .first(2)
                            .collect()
                            .with(Collectors.counting())),
            cell(
                    "Flux.defer is Many.defer",
                    "Multi.createFrom.deferred",
                    () -> Multi.createFrom().deferred(() -> Multi.createFrom().item(1))),
            cell(
                    "Flux.map is Many.map",
                    "Multi.onItem.transform",
                    () -> digits().onItem().transform(i -> i + 1)),
            cell("Flux.filter is Many.filter", "Multi.filter", () -> digits().filter(i -> i > 1)),
            cell(
                    "Flux.flatMap is Many.flatMap",
                    "Multi.onItem.transformToMultiAndMerge",
                    () -> digits().onItem()
                            .transformToMultiAndMerge(i -> Multi.createFrom().items(i, i))),
            cell(
                    "Flux.concatMap is Many.concatMap",
                    "Multi.onItem.transformToMultiAndConcatenate",
                    () -> digits().onItem()
                            .transformToMultiAndConcatenate(
                                    i -> Multi.createFrom().items(i, i))),
            cell(
                    "Flowable.flatMapSingle is Many.mapAsyncUnordered",
                    "Multi.onItem.transformToUniAndMerge",
                    () -> digits().onItem()
                            .transformToUniAndMerge(i -> Uni.createFrom().item(i))),
            cell(
                    "Flux.flatMapIterable is Many.flatMapIterable",
                    "Multi.onItem.transformToIterable",
                    () -> digits().onItem().transformToIterable(i -> List.of(i, i))),
            cell(
                    "Flux.scan is Many.scan",
                    "Multi.onItem.scan",
                    () -> digits().onItem().scan(() -> 0, Integer::sum).skip().first(1)),
            cell(
                    "Flux.distinct is Many.distinct",
                    "Multi.select.distinct",
                    () -> digits().select().distinct()),
            cell(
                    "Flux.distinctUntilChanged is Many.distinctUntilChanged",
                    "Multi.skip.repetitions",
                    () -> digits().skip().repetitions()),
            cell(
                    "Flux.take is Many.take",
                    "Multi.select.first",
                    () -> digits().select().first(2)),
            cell(
                    "Flux.takeLast is Operators.takeLast",
                    "Multi.select.last",
                    () -> digits().select().last(2)),
            cell(
                    "Flux.skipLast is Operators.skipLast",
                    "Multi.skip.last",
                    () -> digits().skip().last(2)),
            cell(
                    "Flux.skip is Many.skip",
                    "Multi.skip.first",
                    () -> digits().skip().first(2)),
            cell(
                    "Flux.buffer is Many.buffer",
                    "Multi.group.intoLists",
                    () -> digits().group().intoLists().of(2)),
            cell(
                    "Flux.groupBy is Many.groupBy",
                    "Multi.group.by",
                    () -> digits().group()
                            .by(i -> i)
                            .onItem()
                            .transformToUniAndMerge(group -> group.collect().asList())),
            cell(
                    "Flux.window is Many.window",
                    "Multi.group.intoMultis",
                    () -> digits().group()
                            .intoMultis()
                            .of(2)
                            .onItem()
                            .transformToUniAndConcatenate(all -> all.collect().asList())),
            cell(
                    "Flux.merge is Many.merge",
                    "Multi.createBy.merging",
                    () -> Multi.createBy()
                            .merging()
                            .streams(
                                    Multi.createFrom().items(1, 2),
                                    Multi.createFrom().items(3))),
            cell(
                    "Flux.concat is Many.concat",
                    "Multi.createBy.concatenating",
                    () -> Multi.createBy()
                            .concatenating()
                            .streams(three(), Multi.createFrom().items(9))),
            cell(
                    "Flux.zip is Many.zip",
                    "Multi.createBy.combining",
                    () -> Multi.createBy().combining().streams(three(), three()).using(Integer::sum)),
            cell(
                    "Flux.switchIfEmpty is Many.switchIfEmpty",
                    "Multi.onCompletion.ifEmpty",
                    () -> Multi.createFrom()
                            .<Integer>empty()
                            .onCompletion()
                            .ifEmpty()
                            .switchTo(three())),
            cell(
                    "Flux.delayUntil is Many.delayUntil",
                    "Multi.onItem.call",
                    () -> three().onItem().call(i -> later())),
            cell(
                    "Flux.onErrorReturn is Many.onErrorReturn",
                    "Multi.onFailure.recoverWithItem",
                    () -> failing().onFailure().recoverWithItem(9)),
            cell(
                    "Flux.onErrorResume is Many.onErrorResume",
                    "Multi.onFailure.recoverWithMulti",
                    () -> failing().onFailure().recoverWithMulti(three())),
            cell(
                    "Flux.onErrorMap is Many.onErrorMap",
                    "Multi.onFailure.transform",
                    () -> failing().onFailure(ArithmeticException.class).transform(IllegalArgumentException::new)),
            cell(
                    "Flux.onErrorComplete is Many.onErrorComplete",
                    "Multi.onFailure.recoverWithCompletion",
                    () -> failing().onFailure().recoverWithCompletion()),
            cell(
                    "Flux.retryWhen is Many.retry",
                    "Multi.onFailure.retry",
                    () -> failing().onFailure().retry().atMost(1)),
            cell("Flux.publishOn is Many.publishOn", "Multi.emitOn", () -> three().emitOn(Thread::startVirtualThread)),
            cell(
                    "Flux.subscribeOn is Many.subscribeOn",
                    "Multi.runSubscriptionOn",
                    () -> three().runSubscriptionOn(Thread::startVirtualThread)),
            cell(
                    "Flux.onBackpressureBuffer is Many.onOverflow",
                    "Multi.onOverflow",
                    () -> three().onOverflow().buffer(9)),
            cell(
                    "Flux.share is Many.share",
                    "Multi.broadcast",
                    () -> three().broadcast().toAllSubscribers()),
            cell(
                    "Flux.transform is Many.through",
                    "Multi.plug",
                    () -> three().plug(all -> all.select().first(1))),
            cell(
                    "Flux.contextWrite is Many.withContext",
                    "Multi.withContext",
                    () -> Multi.createFrom().item(0).withContext((all, context) -> {
                        context.put(KEY, 1);
                        return all.map(i -> context.<Integer>get(KEY));
                    })),
            cell(
                    "Flux.doOnNext is Many.doOnNext",
                    "Multi.onItem.invoke",
                    () -> noted(notes -> three().onItem().invoke(i -> notes.add(i)))),
            cell(
                    "Flux.doOnComplete is Many.doOnComplete",
                    "Multi.onCompletion.invoke",
                    () -> noted(notes -> three().onCompletion().invoke(() -> notes.add("done")))),
            cell(
                    "Flux.doOnError is Many.doOnError",
                    "Multi.onFailure.invoke",
                    () -> noted(notes -> failing().onFailure().invoke(failure -> notes.add(failure.getClass())))),
            cell(
                    "Flux.doOnSubscribe is Operators.doOnSubscribe",
                    "Multi.onSubscription.invoke",
                    () -> noted(notes -> three().onSubscription().invoke(() -> notes.add("begun")))),
            cell(
                    "Flux.doOnRequest is Operators.doOnRequest",
                    "Multi.onRequest.invoke",
                    () -> noted(notes -> three().onRequest().invoke(n -> notes.add(n)))),
            cell(
                    "Flux.doOnCancel is Operators.doOnCancel",
                    "Multi.onCancellation.invoke",
                    () -> noted(notes -> three().onCancellation()
                            .invoke(() -> notes.add("cancelled"))
                            .select()
                            .first(1))),
            cell(
                    "Flux.doFinally is Many.doFinally",
                    "Multi.onTermination",
                    () -> noted(notes -> three().onTermination()
                            .invoke((failure, cancelled) -> notes.add(failure == null && !cancelled)))),
            cell(
                    "Flux.collectList is Many.toList",
                    "Multi.collect.asList",
                    () -> three().collect().asList()),
            cell(
                    "Flux.collect is Many.collect",
                    "Multi.collect.with",
                    () -> three().collect().with(Collectors.summingInt(i -> i))),
            cell("Flux.next is Many.first", "Multi.toUni", () -> three().toUni()),
            cell(
                    "Flux.last is Many.last",
                    "Multi.collect.last",
                    () -> three().collect().last()),
            cell(
                    "Flux.then is Many.forEach",
                    "Multi.onItem.ignoreAsUni",
                    () -> noted(
                            notes -> three().invoke(i -> notes.add(i)).onItem().ignoreAsUni())),
            cell("Flux.toIterable is Many.iterate", "Multi.subscribe.asIterable", () -> {
                int sum = 0;
                for (int i : three().subscribe().asIterable()) {
                    sum += i;
                }
                return sum;
            }),
            cell(
                    "Flux.toStream is Many.stream",
                    "Multi.subscribe.asStream",
                    () -> three().subscribe().asStream().mapToInt(i -> i).sum()));

    private MutinyMigrations() {}

    private static Multi<Integer> digits() {
        return Multi.createFrom().iterable(TransformMigrations.DIGITS);
    }

    private static Multi<Integer> three() {
        return Multi.createFrom().items(1, 2, 3);
    }

    private static Multi<Integer> failing() {
        return Multi.createFrom().items(1, 0).map(i -> 10 / i);
    }

    private static Uni<Integer> later() {
        return Uni.createFrom().item(0).onItem().delayIt().by(TICK);
    }
}
