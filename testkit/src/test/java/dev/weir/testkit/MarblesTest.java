package dev.weir.testkit;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class MarblesTest {
    private static final Duration FRAME = Duration.ofMillis(10);

    private static String failureOf(Runnable assertion) {
        return assertThrows(AssertionError.class, assertion::run).getMessage();
    }

    @Test
    void comparesItemsTimesAndEnd() {
        assertMarble("a-b-c|", s -> s.filter(x -> !x.equals("b")), "a---c|");
        assertMarble("-a-#", s -> s.map(x -> x + x), "-{aa}-#");
        assertMarble("|", s -> s, "|");
        assertMarble("a-", s -> s, "a-");
    }

    @Test
    void groupsWhatIsSimultaneous() {
        assertMarble("-(ab)-(c|)", s -> s, "-(ab)-(c|)");
        assertMarble("a-|", s -> s.concatMap(x -> Many.of(x, x)), "(aa)-|");
    }

    @Test
    void letsTimePass() {
        assertMarble("a 1s b|", s -> s, "a 500ms 500ms b|");
        assertMarble("a-b|", s -> s.delay(FRAME.multipliedBy(2)), "--a-b|");
        assertMarble("a 3m |", s -> s.timeout(Duration.ofMinutes(1)), "a 59990ms #");
    }

    @Test
    void ignoresBlanks() {
        assertMarble("  a -  b |", s -> s, "a-b|");
    }

    @Test
    void requestsInTheFrameOfTheMark() {
        assertMarble("(abc|)", s -> s, "<1>a-<1>b--<1>(c|)");
        assertMarble("(abcd|)", s -> s, "-<2>(ab)-<*>(cd|)");
        assertMarble("ab-|", s -> s.concatMap(x -> Many.of(x, x)), "<3>(aa)b<*>b|");
    }

    @Test
    void cancelsLastInTheFrame() {
        assertMarble("abcd|", s -> s, "ab(c!)");
        assertMarble("a-b-c|", s -> s, "a!");
    }

    @Test
    void cancelsBehindWhatTheFrameItselfSchedules() {
        assertMarble("a-|", s -> s, "(a!)");
        Marbles marbles = new Marbles();
        marbles.expect(marbles.source("a-b|").publishOn(marbles.time().executor()), "a-(b!)");
    }

    @Test
    void looksAtWhatTheSourceIsAskedFor() {
        assertMarble("(<2>a)(b!)c|", s -> s.take(2), "a(b|)");
        assertMarble("<1>(a<1>)(b<1>)|", s -> s.concatMap(Many::of), "ab|");
        String message = failureOf(() -> assertMarble("ab(c!)|", s -> s.take(2), "a(b|)"));
        assertTrue(message.startsWith("""
            the source differs
              expected  a   b   (c!)|
              actual    <2>a(b!)\
            """), message);
    }

    @Test
    void keepsAColdSourcesItemsUntilTheyAreAskedFor() {
        assertMarble("ab|", s -> s, "---<1>a--<1>(b|)");
    }

    @Test
    void dropsAHotSourcesItemsThatAreNotAskedFor() {
        assertMarble("xy^ab-c|", s -> s, "---<1>-c|");
    }

    @Test
    void subscribesToAHotSourceLate() {
        assertMarble("ab^-c|", s -> s, "--c|");
        assertMarble("a(^b)c|", s -> s, "bc|");
    }

    @Test
    void startsAColdSourceAnewForEachSubscription() {
        Marbles marbles = new Marbles();
        Many<String> inner = marbles.source("1-2|");
        Many<String> outer = marbles.source("a-b----|");
        marbles.expect(outer.switchMap(x -> inner), "1-1-2--|");
    }

    @Test
    void looksAtWhatALaterSubscriptionToAColdSourceIsAskedFor() {
        switchedAway("<32>1-2-!");
        switchedAway("1-2-!");
        String message = failureOf(() -> switchedAway("1-2---!"));
        assertTrue(message.startsWith("the source differs"), message);
        assertTrue(message.contains("actual    <32>1-2-!"), message);
        failureOf(() -> switchedAway("1-2<32>-!"));
    }

    private static void switchedAway(String source) {
        Marbles marbles = new Marbles();
        Many<String> inner = marbles.source(source);
        Many<String> outer = marbles.source("--a---b----|");
        marbles.expect(outer.switchMap(x -> x.equals("a") ? inner : Many.empty()), "--1-2------|");
    }

    @Test
    void takesTwoSources() {
        assertMarble("a--b|", "-x|", (a, b) -> Many.merge(a, b), "ax-b|");
        assertMarble("a-b-|", "--x--y--|", (a, b) -> Many.zip(a, b, String::concat), "--{ax}--({by}|)");
    }

    @Test
    void takesValues() {
        assertMarble(
                "a-b|", Map.of('a', 1, 'b', 2), s -> s.scan(() -> 0, Integer::sum), "x-y|", Map.of('x', 1, 'y', 3));
        assertMarble("abc|", s -> s.buffer(2), "-{[a, b]}-({[c]}|)");
    }

    @Test
    void tellsAValueFromTheNameThatItLooksLike() {
        String message = failureOf(() -> assertMarble("a|", Map.of('a', 1), s -> s, "1|", Map.of('1', 10)));
        assertTrue(message.contains("actual    {not 1}|"), message);
        assertMarble("ab|", Map.of('a', 1, 'b', 1), Many::distinctUntilChanged, "x-|", Map.of('x', 1));
    }

    @Test
    void runsAnExecutorOnVirtualTime() {
        Marbles marbles = new Marbles();
        Many<String> source = marbles.source("a-b|");
        marbles.expect(source.publishOn(marbles.time().executor()), "a-b|");
    }

    @Test
    void showsWhatHappenedUnderWhatWasExpected() {
        String message = failureOf(() -> assertMarble("ab--c|", s -> s.delay(FRAME), "-ab-c|"));
        assertTrue(message.startsWith("""
            the result differs
              source    ab--c|
              expected  -ab-c|
              actual    -ab--c|
            history:
            """), message);
    }

    @Test
    void alignsWhatIsWiderThanAFrame() {
        String message = failureOf(() -> assertMarble("a-b---c|", s -> s.map(x -> x + x), "{a}-b---c|"));
        assertTrue(message.contains("""
              expected  a   -b   ---c   |
              actual    {aa}-{bb}---{cc}|
            """), message);
    }

    @Test
    void failsOnALateOrMissingEnd() {
        failureOf(() -> assertMarble("a-|", s -> s, "a|"));
        failureOf(() -> assertMarble("a|", s -> s.delay(FRAME), "a|"));
        failureOf(() -> assertMarble("a-", s -> s, "a|"));
        failureOf(() -> assertMarble("a-|", s -> s, "a--"));
        failureOf(() -> assertMarble("a-|", s -> s, "a-#"));
    }

    @Test
    void failsOnTimersThatAreLeft() {
        String message = failureOf(() -> assertMarble(
                "a|",
                s -> s.withContext(context -> {
                    context.clock().schedule(() -> {}, Duration.ofDays(1));
                    return context;
                }),
                "a|"));
        assertTrue(message.contains("timer"), message);
    }

    @Test
    void isUsedOnce() {
        Marbles marbles = new Marbles();
        marbles.expect(Many.empty(), "|");
        assertThrows(IllegalStateException.class, () -> marbles.expect(Many.empty(), "|"));
    }

    @Test
    void pointsAtMistakes() {
        assertMistake("a-*|", 3, "'*' is no marble sign");
        assertMistake("a(b", 2, "the group is not closed by ')'");
        assertMistake("a()", 2, "the group is empty");
        assertMistake("((a))", 2, "a group inside of a group");
        assertMistake("(a-b)", 3, "no time passes inside of a group");
        assertMistake("ab)", 3, "')' without '('");
        assertMistake("a|b", 3, "an item after the end");
        assertMistake("a|#", 3, "a second end");
        assertMistake("^a^", 3, "a second subscription");
        assertMistake("!a!", 3, "a second cancellation");
        assertMistake("<0>a", 1, "a request is <n>, with n > 0, or <*> without bound");
        assertMistake("a{b", 2, "a name in braces is {text}, without braces in it");
    }

    private static void assertMistake(String marble, int position, String problem) {
        String message = assertThrows(IllegalArgumentException.class, () -> Marble.of(marble))
                .getMessage();
        assertEquals(
                "marble string, position %d: %s%n  %s%n  %s^"
                        .formatted(position, problem, marble, " ".repeat(position - 1))
                        .replace(System.lineSeparator(), "\n"),
                message);
    }

    @Test
    void wantsAllValues() {
        assertThrows(IllegalArgumentException.class, () -> new Marbles().source("ab|", Map.of('a', 1)));
        assertThrows(IllegalArgumentException.class, () -> new Marbles().source("a|", Map.of('|', 1)));
        assertThrows(IllegalArgumentException.class, () -> new Marbles().expect(Many.of(1), "ab|", Map.of('a', 1)));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new Marbles().expect(Many.of(1), "a|", Map.of('a', 1, 'b', 1)))
                .getMessage();
        assertEquals("'a' and 'b' name the same value in a result: 1", message);
    }

    @Test
    void wantsSignsInTheirPlace() {
        assertThrows(IllegalArgumentException.class, () -> new Marbles().expect(Many.empty(), "^|"));
        assertThrows(IllegalArgumentException.class, () -> new Marbles().expect(Many.empty(), "a!b"));
    }

    @Test
    void readsTheGrammar() {
        assertEquals(
                List.of(
                        new Mark(0, Mark.Kind.REQUEST, "2"),
                        new Mark(0, Mark.Kind.ITEM, "a"),
                        new Mark(20_000_000, Mark.Kind.ITEM, "b c"),
                        new Mark(20_000_000, Mark.Kind.COMPLETE, "")),
                Marble.of("<2>a-({b c}|)").marks());
        assertEquals(30_000_000, Marble.of("<2>a-({b c}|)").end());
    }

    private static String drawn(String source, Function<Many<String>, Many<?>> operator) {
        Marbles marbles = new Marbles();
        return marbles.draw(operator.apply(marbles.source(source)));
    }

    @Test
    void drawsWhatHappens() {
        assertEquals("""
            a-b-c|
            --a-b-(c|)\
            """, drawn("a-b-c|", s -> s.delay(FRAME.multipliedBy(2)).take(3)));
        assertEquals("""
            a   -b   -|
            {aa}-{bb}-|\
            """, drawn("a-b-|", s -> s.map(x -> x + x)));
        assertEquals("""
            a-#
            a-a-#\
            """, drawn("a-#", s -> s.retry(Retry.atMost(1))));
    }

    @Test
    void drawsWhatDoesNotEndUntilASecondHasPassed() {
        assertEquals("a-b\na-b", drawn("a-b-", s -> s));
        String ticks = drawn("-|", s -> Many.interval(FRAME.multipliedBy(50)));
        assertEquals("-|\n-- 480ms 0 490ms 1 490ms 2", ticks);
    }
}
