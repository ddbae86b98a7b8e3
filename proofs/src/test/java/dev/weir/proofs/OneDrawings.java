package dev.weir.proofs;

import static dev.weir.proofs.Drawing.drawn;
import static dev.weir.proofs.Drawing.drawnOne;
import static dev.weir.proofs.Drawings.givenBy;
import static dev.weir.proofs.Drawings.ticks;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Repeat;
import dev.weir.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** What the marble pictures of a {@code One} show, as {@link Drawings}: its value, at once with the end, or its failure. */
final class OneDrawings {
    static final List<Drawing> ALL = List.of(
            // source
            drawn("oneOf", () -> One.of("a")),
            drawn("oneOfNull", () -> One.ofNull()),
            drawn("oneOfVoid", () -> One.ofVoid()),
            drawn("oneFail", () -> One.fail(() -> new IOException("no such file"))),
            drawn("oneSupply", () -> One.supply(() -> "a".repeat(2))),
            drawn("oneCall", () -> One.call(() -> Integer.parseInt("a"))),
            drawnOne("oneFrom", "--(a|)", a -> One.from(() -> a.toCompletionStage())),
            drawn("oneTimer", () -> One.timer(ticks(3))),
            drawn("oneUsing", () -> One.using(in(2, "a"), x -> in(3, x + x), x -> in(2, x))),
            drawn("oneEmitter", "--a--b--|", a -> One.emitter(givenBy(a))),
            // transform
            drawnOne("oneMap", "--(a|)", s -> s.map(String::toUpperCase)),
            drawnOne("oneMapNotNull", "--({null}|)", s -> s.mapNotNull(String::toUpperCase)),
            drawnOne("oneFilter", "--(a|)", s -> s.filter(x -> x.equals("b"))),
            drawnOne("oneFlatMap", "--(a|)", "---(b|)", (a, b) -> a.flatMap(x -> b.map(x::concat))),
            drawnOne("oneThen", "--(a|)", "---(b|)", (a, b) -> a.then(b)),
            drawnOne("oneThenReturn", "--(a|)", s -> s.thenReturn("b")),
            drawnOne(
                    "oneFlatMapMany",
                    "--(a|)",
                    s -> s.flatMapMany(x -> Many.interval(ticks(2)).take(3))),
            drawnOne("oneThenMany", "--(a|)", s -> s.thenMany(Many.of("b", "c"))),
            drawnOne("oneToMany", "--({null}|)", s -> s.toMany()),
            // combine
            drawnOne("oneZip", "--(a|)", "----(b|)", (a, b) -> One.zip(a, b, String::concat)),
            drawnOne("oneAll", "----(a|)", "--(b|)", (a, b) -> One.all(List.of(a, b))),
            drawnOne("oneAllInTurn", "----(a|)", "--(b|)", (a, b) -> One.all(List.of(a, b), 1)),
            drawnOne(
                    "oneAllSettled",
                    "----(a|)",
                    "--#",
                    (a, b) -> One.allSettled(List.of(a, b))
                            .map(both -> both.getFirst().value())),
            drawnOne("oneRace", "----(a|)", "--#", (a, b) -> One.race(List.of(a, b))),
            drawnOne("oneAny", "----(a|)", "--#", (a, b) -> One.any(List.of(a, b))),
            // absence
            drawnOne("oneOrElse", "--({null}|)", s -> s.orElse("x")),
            drawnOne("oneOrElseOne", "--({null}|)", "---(b|)", (a, b) -> a.orElse(() -> b)),
            drawnOne("oneOrFail", "--({null}|)", s -> s.orFail()),
            // time
            drawnOne("oneDelay", "--(a|)", s -> s.delay(ticks(3))),
            drawnOne("oneDelayUntil", "--(a|)", s -> s.delayUntil(x -> One.timer(ticks(3)))),
            drawnOne("oneTimeout", "-----(a|)", s -> s.timeout(ticks(3))),
            // recover
            drawnOne("oneOnErrorReturn", "--#", s -> s.onErrorReturn(failure -> "x")),
            drawnOne("oneOnErrorResume", "--#", "---(b|)", (a, b) -> a.onErrorResume(failure -> b)),
            drawnOne(
                    "oneOnErrorMap",
                    "--#",
                    s -> s.onErrorMap(failure -> new IOException("x")).onErrorReturn(failure -> failure.getMessage())),
            drawnOne("oneOnErrorComplete", "--#", s -> s.onErrorComplete()),
            drawnOne("oneRetry", "--#", s -> s.retry(Retry.atMost(1))),
            drawnOne("oneRepeat", "--(a|)", s -> s.repeat(Repeat.times(1).withPause(ticks(3)))),
            // share
            drawnOne("oneCache", "--(a|)", s -> s.cache().through(andLater(ticks(4)))),
            drawnOne("oneCacheDuration", "--(a|)", s -> s.cache(ticks(3)).through(andLater(ticks(6)))));

    private OneDrawings() {}

    private static One<String> in(int count, String value) {
        return One.of(value).delay(ticks(count));
    }

    /** What a subscriber hears, and one that comes so much later, in capitals. */
    private static Function<One<String>, Many<String>> andLater(Duration later) {
        return one -> Many.merge(
                one.toMany(),
                One.timer(later).then(one).map(String::toUpperCase).toMany());
    }
}
