package dev.weir.proofs;

import static dev.weir.Operators.bufferUntilChanged;
import static dev.weir.Operators.delayBetween;
import static dev.weir.Operators.delaySubscription;
import static dev.weir.Operators.expand;
import static dev.weir.Operators.pausable;
import static dev.weir.Operators.raceWith;
import static dev.weir.Operators.rateLimit;
import static dev.weir.Operators.sample;
import static dev.weir.Operators.skipLast;
import static dev.weir.Operators.skipUntil;
import static dev.weir.Operators.takeLast;
import static dev.weir.Operators.throttleFirst;
import static dev.weir.Operators.throttleLatest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Valve;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/**
 * What the marble pictures in the docs show: a name, the sources, and the code that stands beside them. To draw one anew, change it
 * here and run {@code DrawingsTest} with {@code -Ddrawings.write=true}.
 */
final class Drawings {
    static final List<Drawing> ALL = List.of(
            // source
            drawn("interval", () -> Many.interval(ticks(3)).take(3)),
            // transform
            drawn("map", "--a--b--c--|", s -> s.map(String::toUpperCase)),
            drawn("mapNotNull", "--a--b--c--|", s -> s.mapNotNull(x -> x.equals("b") ? null : x + x)),
            drawn("filter", "--a--b--c--|", s -> s.filter(x -> !x.equals("b"))),
            drawn("scan", "--a--b--c--|", s -> s.scan(() -> "", String::concat)),
            drawn("distinct", "--a--b--a--c--|", s -> s.distinct(100)),
            drawn("distinctUntilChanged", "--a--a--b--a--|", s -> s.distinctUntilChanged()),
            drawn("flatMapIterable", "--a--b--|", s -> s.flatMapIterable(x -> List.of(x, x + x))),
            drawn("gather", "--a--b--c--|", s -> s.gather(Gatherers.windowSliding(2))),
            drawn("expand", "--a-----b--|", expand(x -> x.length() == 1 ? Many.of(x + 1, x + 2) : Many.empty())),
            // flatten
            drawn("concatMap", "-a--b------|", "--1--2|", (a, b) -> a.concatMap(x -> b.map(x::concat))),
            drawn("flatMap", "-a--b------|", "--1--2|", (a, b) -> a.flatMap(x -> b.map(x::concat))),
            drawn("switchMap", "-a--b------|", "--1--2|", (a, b) -> a.switchMap(x -> b.map(x::concat))),
            drawn("mapAsync", "--5-1-3----|", s -> s.mapAsync(3, x -> One.of(x).delay(ticks(x)))),
            drawn(
                    "mapAsyncUnordered",
                    "--5-1-3----|",
                    s -> s.mapAsyncUnordered(3, x -> One.of(x).delay(ticks(x)))),
            drawn(
                    "mapAsyncUnorderedByKey",
                    "--6-3-1----|",
                    s -> s.mapAsyncUnordered(
                            3, x -> x.equals("1"), x -> One.of(x).delay(ticks(x)))),
            // limit
            drawn("take", "--a--b--c--|", s -> s.take(2)),
            drawn("takeDuration", "--a--b--c--|", s -> s.take(ticks(7))),
            drawn("takeWhile", "--a--b--c--a--|", s -> s.takeWhile(x -> !x.equals("c"))),
            drawn("takeUntilItem", "--a--b--c--|", s -> s.takeUntil(x -> x.equals("b"))),
            drawn("takeUntil", "--a--b--c--|", "-------x--|", (a, b) -> a.takeUntil(b)),
            drawn("takeLast", "--a--b--c--|", takeLast(2)),
            drawn("skip", "--a--b--c--|", s -> s.skip(1)),
            drawn("skipWhile", "--a--b--c--a--|", s -> s.skipWhile(x -> !x.equals("c"))),
            drawn("skipUntil", "--a--b--c--|", "---x---|", (a, b) -> a.through(skipUntil(b))),
            drawn("skipLast", "--a--b--c--|", skipLast(1)),
            // combine
            drawn("merge", "--a-----b--|", "----1----2-----|", (a, b) -> Many.merge(a, b)),
            drawn("concat", "--a--b--|", "--1--|", (a, b) -> Many.concat(a, b)),
            drawn("zip", "--a--b------|", "----1----2--|", (a, b) -> Many.zip(a, b, String::concat)),
            drawn(
                    "combineLatest",
                    "--a-----b-----|",
                    "----1------2--|",
                    (a, b) -> Many.combineLatest(a, b, String::concat)),
            drawn(
                    "withLatestFrom",
                    "--a-----b--c--|",
                    "----1-2-------|",
                    (a, b) -> a.withLatestFrom(b, String::concat)),
            drawn("raceWith", "---a--b--|", "--1--2--|", (a, b) -> a.through(raceWith(b))),
            drawn("startWith", "--a--b--|", s -> s.startWith("x", "y")),
            drawn("switchIfEmpty", "---|", "--1--2--|", (a, b) -> a.switchIfEmpty(() -> b)),
            drawn("defaultIfEmpty", "---|", s -> s.defaultIfEmpty("x")),
            // group
            drawn("buffer", "--a--b--c--|", s -> s.buffer(2)),
            drawn("bufferSkip", "--a--b--c--d--|", s -> s.buffer(2, 1)),
            drawn("bufferDuration", "--a-b-c----d--|", s -> s.buffer(2, ticks(4))),
            drawn("bufferUntilChanged", "--a--a--b--a--|", bufferUntilChanged(x -> x, 100)),
            drawn("window", "--a--b--c--|", s -> s.window(2).concatMap(w -> w.scan(() -> "", String::concat))),
            drawn(
                    "groupBy",
                    "--a--b--a--|",
                    s -> s.groupBy(10, x -> x).flatMap(g -> g.items().scan(() -> "", String::concat))),
            // time
            drawn("delay", "--a--b--|", s -> s.delay(ticks(3))),
            drawn("delaySubscription", "--a--b--|", delaySubscription(ticks(3))),
            drawn("timeout", "--a--b------c--|", s -> s.timeout(ticks(5))),
            drawn("debounce", "-ab----c-d----|", s -> s.debounce(ticks(3))),
            drawn("throttleFirst", "-abcd----e-f----|", throttleFirst(ticks(3))),
            drawn("throttleLatest", "-abcd----e-f----|", throttleLatest(ticks(3))),
            drawn("sample", "-abcd----e-f----|", sample(ticks(3))),
            drawn("rateLimit", "-(abcd)-------e-f-|", rateLimit(2, ticks(8))),
            drawn("delayBetween", "-(abc)--------d--|", delayBetween(ticks(3))),
            // recover
            drawn("onErrorReturn", "--a--b--#", s -> s.onErrorReturn(failure -> "x")),
            drawn("onErrorResume", "--a--b--#", "--1--2--|", (a, b) -> a.onErrorResume(failure -> b)),
            drawn("onErrorComplete", "--a--b--#", s -> s.onErrorComplete()),
            drawn("retry", "--a--#", s -> s.retry(Retry.atMost(1))),
            drawn(
                    "retryBackoff",
                    "--a--#",
                    s -> s.retry(Retry.backoff(2, ticks(2)).withJitter(0))),
            drawn("repeat", "--a--b--|", s -> s.repeat(Repeat.times(1).withPause(ticks(3)))),
            // share, demand and the rest
            drawn(
                    "onOverflow",
                    "-abcde----f--|",
                    s -> s.onOverflow(Overflow.latest()).delayUntil(x -> One.timer(ticks(3)))),
            drawn("pausable", "--a--b--c--d--|", "----x-----o", (a, b) -> a.through(pausable(turnedBy(b)))),
            drawn("delayUntil", "--5-1-3----|", s -> s.delayUntil(x -> One.timer(ticks(x)))));

    private Drawings() {}

    private static Drawing drawn(String name, Supplier<Many<?>> pipeline) {
        return new Drawing(name, "", List.of(), sources -> pipeline.get());
    }

    private static Drawing drawn(String name, String source, Function<Many<String>, ? extends Many<?>> pipeline) {
        return new Drawing(name, "", List.of(source), sources -> pipeline.apply(sources.getFirst()));
    }

    private static Drawing drawn(
            String name, String first, String second, BiFunction<Many<String>, Many<String>, Many<?>> pipeline) {
        return new Drawing(
                name, "", List.of(first, second), sources -> pipeline.apply(sources.getFirst(), sources.getLast()));
    }

    private static Duration ticks(int count) {
        return Duration.ofMillis(10L * count);
    }

    private static Duration ticks(String count) {
        return ticks(Integer.parseInt(count));
    }

    /** A valve that an x closes, and an o opens. */
    private static Valve turnedBy(Many<String> signs) {
        Valve valve = new Valve();
        signs.subscribe(sign -> {
            if (sign.equals("x")) {
                valve.close();
            } else {
                valve.open();
            }
        });
        return valve;
    }
}
