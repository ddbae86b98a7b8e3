package dev.weir.proofs;

import static dev.weir.Operators.bufferUntilChanged;
import static dev.weir.Operators.delayBetween;
import static dev.weir.Operators.delaySubscription;
import static dev.weir.Operators.expand;
import static dev.weir.Operators.index;
import static dev.weir.Operators.limitRate;
import static dev.weir.Operators.pausable;
import static dev.weir.Operators.raceWith;
import static dev.weir.Operators.rateLimit;
import static dev.weir.Operators.sample;
import static dev.weir.Operators.single;
import static dev.weir.Operators.skipLast;
import static dev.weir.Operators.skipUntil;
import static dev.weir.Operators.takeLast;
import static dev.weir.Operators.throttleFirst;
import static dev.weir.Operators.throttleLatest;
import static dev.weir.proofs.Drawing.drawn;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.Valve;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * What the marble pictures in the docs show, those of a {@code One} aside: a name, the sources, and the code that stands beside them. To draw one anew, change it
 * here and run {@code DrawingsTest} with {@code -Ddrawings.write=true}.
 */
final class Drawings {
    static final List<Drawing> ALL = List.of(
            // source
            drawn("of", () -> Many.of("a", "b", "c")),
            drawn("from", () -> Many.from(List.of("a", "b", "c"))),
            drawn("fromStream", () -> Many.fromStream(() -> Stream.of("a", "b", "c"))),
            drawn("range", () -> Many.range(5, 3)),
            drawn("empty", () -> Many.empty()),
            drawn("fail", () -> Many.fail(() -> new IOException("no such file"))),
            drawn("unfold", () -> Many.unfold(1, n -> n > 99 ? null : new Unfolded<>(n, n * 10))),
            drawn(
                    "unfoldAsync",
                    () -> Many.unfoldAsync(
                            1,
                            n -> One.of(n > 3 ? null : new Unfolded<>(n, n + 1)).delay(ticks(2)))),
            drawn(
                    "emitter",
                    "-abcd--|",
                    a -> Many.emitter(Overflow.latest(), givenBy(a)).delayUntil(x -> One.timer(ticks(3)))),
            drawn("interval", () -> Many.interval(ticks(3)).take(3)),
            // transform
            drawn("map", "--a--b--c--|", s -> s.map(String::toUpperCase)),
            drawn("mapNotNull", "--a--b--c--|", s -> s.mapNotNull(x -> x.equals("b") ? null : x + x)),
            drawn("filter", "--a--b--c--|", s -> s.filter(x -> !x.equals("b"))),
            drawn("ofType", () -> Many.of(1, "a", 2, "b").ofType(String.class)),
            drawn("scan", "--a--b--c--|", s -> s.scan(() -> "", String::concat)),
            drawn("distinct", "--a--b--a--c--|", s -> s.distinct(100)),
            drawn("distinctUntilChanged", "--a--a--b--a--|", s -> s.distinctUntilChanged()),
            drawn("flatMapIterable", "--a--b--|", s -> s.flatMapIterable(x -> List.of(x, x + x))),
            drawn("gather", "--a--b--c--|", s -> s.gather(Gatherers.windowSliding(2))),
            drawn("expand", "--a-----b--|", expand(x -> x.length() == 1 ? Many.of(x + 1, x + 2) : Many.empty())),
            drawn("index", "--a--b--|", s -> s.through(index()).map(i -> i.index() + i.item())),
            // flatten
            drawn("concatMap", "-a--b------|", "--1--2|", (a, b) -> a.concatMap(x -> b.map(x::concat))),
            drawn("flatMap", "-a--b------|", "--1--2|", (a, b) -> a.flatMap(x -> b.map(x::concat))),
            drawn(
                    "flatMapDelayingErrors",
                    "-a--b------|",
                    "--1--#",
                    (a, b) -> a.flatMapDelayingErrors(2, x -> b.map(x::concat))),
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
            drawn("first", "--a--b--|", s -> s.first()),
            drawn("last", "--a--b--|", s -> s.last()),
            drawn("single", "--a-----|", single()),
            drawn("singleOfTwo", "--a--b--|", single()),
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
            drawn("bufferUntilChanged", "--a--a--b--a--|", bufferUntilChanged(100, x -> x)),
            drawn("window", "--a--b--c--|", s -> s.window(2).concatMap(w -> w.scan(() -> "", String::concat))),
            drawn(
                    "groupBy",
                    "--a--b--a--|",
                    s -> s.groupBy(10, x -> x).flatMap(g -> g.items().scan(() -> "", String::concat))),
            drawn(
                    "windowDuration",
                    "--a-b-c----d--|",
                    s -> s.window(2, ticks(4)).concatMap(w -> w.scan(() -> "", String::concat))),
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
            drawn(
                    "onErrorMap",
                    "--a--b--#",
                    s -> s.onErrorMap(failure -> new IOException("x")).onErrorReturn(failure -> failure.getMessage())),
            drawn("retry", "--a--#", s -> s.retry(Retry.atMost(1))),
            drawn(
                    "retryBackoff",
                    "--a--#",
                    s -> s.retry(Retry.backoff(2, ticks(2)).withJitter(0))),
            drawn("repeat", "--a--b--|", s -> s.repeat(Repeat.times(1).withPause(ticks(3)))),
            // share, demand and the rest
            drawn("share", "--a--b--c--|", s -> s.share().through(andLater(ticks(4)))),
            drawn(
                    "shareReplaying",
                    "--a--b--c--|",
                    s -> s.share(Sharing.replaying(1)).through(andLater(ticks(4)))),
            drawn("limitRate", "<4>--a--b--(c<3>)--d--e--|", limitRate(4)),
            drawn(
                    "onOverflow",
                    "-abcde----f--|",
                    s -> s.onOverflow(Overflow.latest()).delayUntil(x -> One.timer(ticks(3)))),
            drawn("pausable", "--a--b--c--d--|", "----x-----o", (a, b) -> a.through(pausable(turnedBy(b)))),
            drawn("delayUntil", "--5-1-3----|", s -> s.delayUntil(x -> One.timer(ticks(x)))),
            // end
            drawn("toList", "--a--b--|", s -> s.toList()),
            drawn("collect", "--a--b--|", s -> s.collect(Collectors.joining("+"))),
            drawn("reduce", "--a--b--|", s -> s.reduce(() -> "x", String::concat)),
            drawn("count", "--a--b--|", s -> s.count()),
            drawn("anyMatch", "--a--b--c--|", s -> s.anyMatch(x -> x.equals("b"))),
            drawn("allMatch", "--a--b--c--|", s -> s.allMatch(x -> x.equals("a"))),
            drawn("forEach", "--a--b--|", s -> s.forEach(x -> print(x))));

    private Drawings() {}

    static Duration ticks(int count) {
        return Duration.ofMillis(10L * count);
    }

    static Duration ticks(String count) {
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

    /** What a subscriber hears, and one that comes so much later, in capitals. */
    private static Function<Many<String>, Many<String>> andLater(Duration later) {
        return many -> Many.merge(many, many.map(String::toUpperCase).through(delaySubscription(later)));
    }

    /** Callbacks that give what the stream emits. */
    static Consumer<Emitter<String>> givenBy(Many<String> stream) {
        return emitter -> stream.subscribe(emitter::next, emitter::error, emitter::complete);
    }

    @SuppressWarnings("unused") // what is done with an item is not drawn
    private static void print(String item) {}
}
