package dev.weir.docs;

import static dev.weir.docs.Migration.row;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Several streams, and what has to do with time and demand. */
final class CombineMigrations {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    static final List<Migration> ALL = List.of(
            row(
                    "Flux.merge",
                    "Many.merge",
                    () -> Flux.merge(Flux.just(1, 2), Flux.just(3)),
                    () -> Many.merge(Many.of(1, 2), Many.of(3))),
            row(
                    "Flux.mergeWith",
                    "Many.mergeWith",
                    () -> flux().mergeWith(Flux.just(9)),
                    () -> many().mergeWith(Many.of(9))),
            row(
                    "Flux.concat",
                    "Many.concat",
                    () -> Flux.concat(flux(), Flux.just(9)),
                    () -> Many.concat(many(), Many.of(9))),
            row(
                    "Flux.concatWith",
                    "Many.concatWith",
                    () -> flux().concatWith(Flux.just(9)),
                    () -> many().concatWith(Many.of(9))),
            row(
                    "Flux.zip",
                    "Many.zip",
                    () -> Flux.zip(flux(), flux(), Integer::sum),
                    () -> Many.zip(many(), many(), Integer::sum)),
            row(
                    "Flux.zipWith",
                    "Many.zipWith",
                    () -> flux().zipWith(flux(), Integer::sum),
                    () -> many().zipWith(many(), Integer::sum)),
            row(
                    "Flux.combineLatest",
                    "Many.combineLatest",
                    () -> Flux.combineLatest(Flux.just(9), flux(), Integer::sum),
                    () -> Many.combineLatest(Many.of(9), many(), Integer::sum)),
            row(
                    "Flux.or",
                    "Operators.raceWith",
                    () -> Flux.<Integer>never().or(flux()),
                    () -> Many.<Integer>never().through(Operators.raceWith(many()))),
            row(
                    "Flux.withLatestFrom",
                    "Many.withLatestFrom",
                    () -> flux().withLatestFrom(Flux.just(9), Integer::sum),
                    () -> many().withLatestFrom(Many.of(9), Integer::sum)),
            row("Flux.startWith", "Many.startWith", () -> flux().startWith(8, 9), () -> many().startWith(8, 9)),
            row(
                    "Flux.switchIfEmpty",
                    "Many.switchIfEmpty",
                    () -> Flux.<Integer>empty().switchIfEmpty(flux()),
                    () -> Many.<Integer>empty().switchIfEmpty(CombineMigrations::many)),
            row(
                    "Flux.defaultIfEmpty",
                    "Many.defaultIfEmpty",
                    () -> Flux.empty().defaultIfEmpty(9),
                    () -> Many.empty().defaultIfEmpty(9)),
            row(
                    "Flux.sampleTimeout",
                    "Many.debounce",
                    () -> flux().sampleTimeout(i -> Mono.delay(HOUR)),
                    () -> many().debounce(HOUR)),
            row(
                    "Flux.sampleFirst",
                    "Operators.throttleFirst",
                    () -> flux().sampleFirst(HOUR),
                    () -> many().through(Operators.throttleFirst(HOUR))),
            row(
                    "Flowable.throttleLatest",
                    "Operators.throttleLatest",
                    () -> Flowable.just(1, 2, 3).throttleLatest(1, TimeUnit.HOURS, true),
                    () -> many().through(Operators.throttleLatest(HOUR))),
            row(
                    "Flux.sample",
                    "Operators.sample",
                    () -> flux().sample(HOUR),
                    () -> many().through(Operators.sample(HOUR))),
            row(
                    "Flux.delayElements",
                    "Operators.delayBetween",
                    () -> flux().delayElements(TICK),
                    () -> many().through(Operators.delayBetween(TICK))),
            row(
                    "Flux.zipWith with Flux.interval",
                    "Operators.rateLimit",
                    () -> flux().zipWith(Flux.interval(TICK), (item, tick) -> item),
                    () -> many().through(Operators.rateLimit(1, TICK))),
            row("Flux.delaySequence", "Many.delay", () -> flux().delaySequence(TICK), () -> many().delay(TICK)),
            row(
                    "Flux.delaySubscription",
                    "Operators.delaySubscription",
                    () -> flux().delaySubscription(TICK),
                    () -> many().through(Operators.delaySubscription(TICK))),
            row(
                    "Flux.delayUntil",
                    "Many.delayUntil",
                    () -> flux().delayUntil(i -> Mono.delay(TICK)),
                    () -> many().delayUntil(i -> One.timer(TICK))),
            row(
                    "Flux.timeout",
                    "Many.timeout",
                    () -> Flux.never().timeout(TICK),
                    () -> Many.never().timeout(TICK)),
            row(
                    "Flux.onBackpressureBuffer",
                    "Many.onOverflow",
                    () -> flux().onBackpressureBuffer(9),
                    () -> many().onOverflow(Overflow.buffer(9))),
            row(
                    "Flux.limitRate",
                    "Operators.limitRate",
                    () -> flux().limitRate(2),
                    () -> many().through(Operators.limitRate(2))));

    private CombineMigrations() {}

    private static Flux<Integer> flux() {
        return Flux.just(1, 2, 3);
    }

    private static Many<Integer> many() {
        return Many.of(1, 2, 3);
    }
}
