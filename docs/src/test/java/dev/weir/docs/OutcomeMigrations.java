package dev.weir.docs;

import static dev.weir.docs.Migration.noted;
import static dev.weir.docs.Migration.row;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Schedulers;

/** How a stream ends, who sees it, and on which thread. */
final class OutcomeMigrations {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Context.Key<Integer> KEY = Context.Key.of("key");

    static final List<Migration> ALL = List.of(
            row(
                    "Flux.onErrorReturn",
                    "Many.onErrorReturn",
                    () -> failing().onErrorReturn(9),
                    () -> ourFailing().onErrorReturn(failure -> 9)),
            row(
                    "Flux.onErrorResume",
                    "Many.onErrorResume",
                    () -> failing().onErrorResume(failure -> flux()),
                    () -> ourFailing().onErrorResume(failure -> many())),
            row(
                    "Flux.onErrorMap",
                    "Many.onErrorMap",
                    () -> failing().onErrorMap(ArithmeticException.class, IllegalArgumentException::new),
                    () -> ourFailing().onErrorMap(ArithmeticException.class, IllegalArgumentException::new)),
            row(
                    "Flux.onErrorComplete",
                    "Many.onErrorComplete",
                    () -> failing().onErrorComplete(),
                    () -> ourFailing().onErrorComplete()),
            row(
                    "Flux.retryWhen",
                    "Many.retry",
                    () -> failing()
                            .retryWhen(reactor.util.retry.Retry.backoff(1, TICK)
                                    .onRetryExhaustedThrow((spec, last) -> last.failure())),
                    () -> ourFailing().retry(Retry.backoff(1, TICK))),
            row("Flux.repeat", "Many.repeat", () -> flux().repeat(1), () -> many().repeat(Repeat.times(1))),
            row(
                    "Flux.publishOn",
                    "Many.publishOn",
                    () -> flux().publishOn(Schedulers.parallel()),
                    () -> many().publishOn(Thread::startVirtualThread)),
            row(
                    "Flux.subscribeOn",
                    "Many.subscribeOn",
                    () -> flux().subscribeOn(Schedulers.boundedElastic()),
                    () -> many().subscribeOn(Thread::startVirtualThread)),
            row("Flux.share", "Many.share", () -> flux().share(), () -> many().share()),
            row(
                    "Flux.replay",
                    "Sharing.replaying",
                    () -> flux().replay(1).refCount(),
                    () -> many().share(Sharing.replaying(1))),
            row(
                    "Flux.transform",
                    "Many.through",
                    () -> flux().transform(all -> all.take(1)),
                    () -> many().through(all -> all.take(1))),
            row(
                    "Flux.contextWrite",
                    "Many.withContext",
                    () -> Flux.deferContextual(context -> Flux.just(context.<Integer>get("key")))
                            .contextWrite(context -> context.put("key", 1)),
                    () -> Many.deferContextual(context -> Many.of(context.get(KEY)))
                            .withContext(context -> context.with(KEY, 1))),
            row(
                    "Flux.doOnNext",
                    "Many.doOnNext",
                    () -> noted(notes -> flux().doOnNext(notes::add)),
                    () -> noted(notes -> many().doOnNext(notes::add))),
            row(
                    "Flux.doOnComplete",
                    "Many.doOnComplete",
                    () -> noted(notes -> flux().doOnComplete(() -> notes.add("done"))),
                    () -> noted(notes -> many().doOnComplete(() -> notes.add("done")))),
            row(
                    "Flux.doOnError",
                    "Many.doOnError",
                    () -> noted(notes -> failing().doOnError(failure -> notes.add(failure.getClass()))),
                    () -> noted(notes -> ourFailing().doOnError(failure -> notes.add(failure.getClass())))),
            row(
                    "Flux.doFinally",
                    "Many.doFinally",
                    () -> noted(notes -> flux().doFinally(signal -> notes.add(signal == SignalType.ON_COMPLETE))),
                    () -> noted(notes -> many().doFinally(ending -> notes.add(ending == Ending.COMPLETED)))),
            row(
                    "Flux.doOnSubscribe",
                    "Operators.doOnSubscribe",
                    () -> noted(notes -> flux().doOnSubscribe(subscription -> notes.add("begun"))),
                    () -> noted(notes -> many().through(Operators.doOnSubscribe(context -> notes.add("begun"))))),
            row(
                    "Flux.doOnRequest",
                    "Operators.doOnRequest",
                    () -> noted(notes -> flux().doOnRequest(notes::add)),
                    () -> noted(notes -> many().through(Operators.doOnRequest(notes::add)))),
            row(
                    "Flux.doOnCancel",
                    "Operators.doOnCancel",
                    () -> noted(notes ->
                            flux().doOnCancel(() -> notes.add("cancelled")).take(1)),
                    () -> noted(notes -> many().through(Operators.doOnCancel(() -> notes.add("cancelled")))
                            .take(1))),
            row("Flux.collectList", "Many.toList", () -> flux().collectList(), () -> many().toList()),
            row(
                    "Flux.collect",
                    "Many.collect",
                    () -> flux().collect(Collectors.summingInt(i -> i)),
                    () -> many().collect(Collectors.summingInt(i -> i))),
            row(
                    "Flux.reduce",
                    "Many.reduce",
                    () -> flux().reduce(0, Integer::sum),
                    () -> many().reduce(() -> 0, Integer::sum)),
            row("Flux.count", "Many.count", () -> flux().count(), () -> many().count()),
            row("Flux.any", "Many.anyMatch", () -> flux().any(i -> i == 2), () -> many().anyMatch(i -> i == 2)),
            row("Flux.all", "Many.allMatch", () -> flux().all(i -> i == 2), () -> many().allMatch(i -> i == 2)),
            row("Flux.next", "Many.first", () -> flux().next(), () -> many().first()),
            row("Flux.last", "Many.last", () -> flux().last(), () -> many().last()),
            row(
                    "Flux.single",
                    "Operators.single",
                    () -> Flux.empty().single(),
                    () -> Many.empty().through(Operators.single())),
            row(
                    "Flux.then",
                    "Many.forEach",
                    () -> noted(notes -> flux().doOnNext(notes::add).then()),
                    () -> noted(notes -> many().forEach(notes::add))),
            row(
                    "Flux.toIterable",
                    "Many.iterate",
                    () -> {
                        int sum = 0;
                        for (int i : flux().toIterable()) {
                            sum += i;
                        }
                        return sum;
                    },
                    () -> {
                        int sum = 0;
                        try (Items<Integer> items = many().iterate()) {
                            for (int i : items) {
                                sum += i;
                            }
                        }
                        return sum;
                    }),
            row(
                    "Flux.toStream",
                    "Many.stream",
                    () -> flux().toStream().mapToInt(i -> i).sum(),
                    () -> {
                        try (Stream<Integer> items = many().stream()) {
                            return items.mapToInt(i -> i).sum();
                        }
                    }));

    private OutcomeMigrations() {}

    private static Flux<Integer> flux() {
        return Flux.just(1, 2, 3);
    }

    private static Many<Integer> many() {
        return Many.of(1, 2, 3);
    }

    private static Flux<Integer> failing() {
        return Flux.just(1, 0).map(i -> 10 / i);
    }

    private static Many<Integer> ourFailing() {
        return Many.of(1, 0).map(i -> 10 / i);
    }
}
