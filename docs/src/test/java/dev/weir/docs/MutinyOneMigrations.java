package dev.weir.docs;

import static dev.weir.docs.Migration.cell;
import static dev.weir.docs.Migration.noted;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** What Mutiny calls what has one value. */
@SuppressWarnings("FutureReturnValueIgnored") // who runs the cell waits for it
final class MutinyOneMigrations {
    private static final Duration TICK = Duration.ofMillis(1);

    static final List<Migration.Cell> ALL = List.of(
            cell(
                    "Mono.just is One.of",
                    "Uni.createFrom.item",
                    () -> Uni.createFrom().item(1)),
            cell(
                    "Mono.empty is One.ofNull",
                    "Uni.createFrom.nullItem",
                    () -> Uni.createFrom().nullItem()),
            cell(
                    "Mono.error is One.fail",
                    "Uni.createFrom.failure",
                    () -> Uni.createFrom().failure(IllegalStateException::new)),
            cell(
                    "Mono.defer is One.defer",
                    "Uni.createFrom.deferred",
                    () -> Uni.createFrom().deferred(() -> one())),
            cell(
                    "Mono.fromFuture is One.from",
                    "Uni.createFrom.completionStage",
                    () -> Uni.createFrom().completionStage(() -> CompletableFuture.completedFuture(1))),
            cell(
                    "Mono.create is One.emitter",
                    "Uni.createFrom.emitter",
                    () -> Uni.createFrom().emitter(emitter -> emitter.complete(1))),
            cell(
                    "Mono.map is One.map",
                    "Uni.onItem.transform",
                    () -> one().onItem().transform(i -> i + 1)),
            cell(
                    "Mono.flatMap is One.flatMap",
                    "Uni.onItem.transformToUni",
                    () -> one().onItem().transformToUni(i -> Uni.createFrom().item(i + 1))),
            cell(
                    "Mono.flatMapMany is One.flatMapMany",
                    "Uni.onItem.transformToMulti",
                    () -> one().onItem()
                            .transformToMulti(i -> Multi.createFrom().items(i, i))),
            cell("Mono.thenReturn is One.thenReturn", "Uni.replaceWith", () -> one().replaceWith(2)),
            cell(
                    "Mono.zip is One.zip",
                    "Uni.combine.all",
                    () -> Uni.combine()
                            .all()
                            .unis(one(), Uni.createFrom().item(2))
                            .with(Integer::sum)),
            cell(
                    "Mono.firstWithSignal is One.race",
                    "Uni.combine.any",
                    () -> Uni.combine()
                            .any()
                            .of(Uni.createFrom().nothing(), Uni.createFrom().item(2))),
            cell(
                    "Mono.defaultIfEmpty is One.orElse",
                    "Uni.onItem.ifNull",
                    () -> Uni.createFrom().<Integer>nullItem().onItem().ifNull().continueWith(1)),
            cell(
                    "Mono.delayElement is One.delay",
                    "Uni.onItem.delayIt",
                    () -> one().onItem().delayIt().by(TICK)),
            cell(
                    "Mono.timeout is One.timeout",
                    "Uni.ifNoItem",
                    () -> Uni.createFrom().nothing().ifNoItem().after(TICK).failWith(TimeoutException::new)),
            cell(
                    "Mono.onErrorReturn is One.onErrorReturn",
                    "Uni.onFailure.recoverWithItem",
                    () -> failed().onFailure().recoverWithItem(9)),
            cell(
                    "Mono.onErrorResume is One.onErrorResume",
                    "Uni.onFailure.recoverWithUni",
                    () -> failed().onFailure().recoverWithUni(Uni.createFrom().item(9))),
            cell(
                    "Mono.onErrorMap is One.onErrorMap",
                    "Uni.onFailure.transform",
                    () -> failed().onFailure().transform(IllegalArgumentException::new)),
            cell(
                    "Mono.onErrorComplete is One.onErrorComplete",
                    "Uni.onFailure.recoverWithNull",
                    () -> failed().onFailure().recoverWithNull()),
            cell(
                    "Mono.retryWhen is One.retry",
                    "Uni.onFailure.retry",
                    () -> noted(notes -> Uni.createFrom()
                            .item(() -> OneMigrations.secondTime(notes))
                            .onFailure()
                            .retry()
                            .atMost(2))),
            cell("Mono.repeat is One.repeat", "Uni.repeat", () -> one().repeat().atMost(3)),
            cell("Mono.cache is One.cache", "Uni.memoize.indefinitely", () -> {
                Uni<Object> cached =
                        Uni.createFrom().item(() -> new Object()).memoize().indefinitely();
                Object first = cached.await().indefinitely();
                return first == cached.await().indefinitely();
            }),
            cell("Mono.doOnNext is One.doOnValue", "Uni.invoke", () -> noted(notes -> one().invoke(i -> notes.add(i)))),
            cell(
                    "Mono.doFinally is One.doFinally",
                    "Uni.onTermination",
                    () -> noted(notes -> failed().onTermination().invoke(() -> notes.add("over")))),
            cell("Mono.delayUntil is One.delayUntil", "Uni.call", () -> one().call(i -> later())),
            cell(
                    "Mono.block is One.await",
                    "Uni.await.indefinitely",
                    () -> one().await().indefinitely()),
            cell(
                    "Mono.toFuture is One.toCompletionStage",
                    "Uni.subscribeAsCompletionStage",
                    () -> one().subscribeAsCompletionStage()),
            cell("Mono.flux is One.toMany", "Uni.toMulti", () -> one().toMulti()));

    private MutinyOneMigrations() {}

    private static Uni<Integer> one() {
        return Uni.createFrom().item(1);
    }

    private static Uni<Integer> failed() {
        return Uni.createFrom().failure(IllegalStateException::new);
    }

    private static Uni<Integer> later() {
        return Uni.createFrom().item(0).onItem().delayIt().by(TICK);
    }
}
