package dev.weir.testkit;

import dev.weir.Many;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Tests that are pictures. A marble string describes a stream in virtual time; an operator is run
 * on such sources, and what really comes out is compared with the string that was expected.
 *
 * <pre>{@code
 * assertMarble("a-b-c|", s -> s.filter(x -> !x.equals("b")),
 *              "a---c|");
 * assertMarble("ab-|", s -> s.concatMap(x -> Many.of(x, x)),
 *              "<3>(aa)b<*>b|");
 * }</pre>
 *
 * <h2>The signs</h2>
 *
 * <table>
 *   <caption>Each takes one frame of 10 ms unless it says otherwise</caption>
 *   <tr><td>{@code -}</td><td>nothing happens</td></tr>
 *   <tr><td>{@code a} … {@code z}, {@code A} … {@code Z}, {@code 0} … {@code 9}</td>
 *     <td>an item of that name</td></tr>
 *   <tr><td><code>{text}</code></td><td>an item with a longer name</td></tr>
 *   <tr><td>{@code |}</td><td>completion</td></tr>
 *   <tr><td>{@code #}</td><td>a failure: a {@link MarbleFailure} in a source, any in the result</td></tr>
 *   <tr><td>{@code (ab|)}</td><td>several signs in the same frame, one after the other</td></tr>
 *   <tr><td>{@code ^}</td><td>only in a source: it is hot, and the result is subscribed in this frame</td></tr>
 *   <tr><td>{@code !}</td><td>in the result: the test cancels, last in this frame; in a source: it must be
 *     cancelled in this frame, which is not looked at without the sign</td></tr>
 *   <tr><td>{@code <3>}, {@code <*>}</td><td>takes no time; in the result: the test requests 3, or without
 *     bound, first in the frame of the next sign; in a source: it must be asked for that much then, which
 *     is not looked at without such a sign</td></tr>
 *   <tr><td>{@code 30ms}, {@code 2s}, {@code 1m}</td><td>so much time passes; between blanks</td></tr>
 *   <tr><td>blank</td><td>takes no time</td></tr>
 * </table>
 *
 * Without a request in the result, demand is unbounded from the subscription. A cold source starts
 * with each of its subscriptions, and its items wait until they are asked for. A hot source runs by
 * itself, and its items are dropped where they are not asked for. A result without an end must not
 * end, nor have other items, while its string lasts, and for as long as that of each source is: of a source
 * that is subscribed to later, what comes after that is not looked at, unless the result is given so much time.
 * When the result has ended or was cancelled, no timer may be left.
 *
 * <p>The items are strings: an item of a result has the name {@code String.valueOf(item)}, unless
 * there is a table of values. A test with several sources, inner streams, values or an executor
 * makes its own Marbles:
 *
 * <pre>{@code
 * Marbles marbles = new Marbles();
 * Many<String> inner = marbles.source("1-2|");
 * Many<String> outer = marbles.source("a-b----|");
 * marbles.expect(outer.switchMap(x -> inner), "1-1-2--|");
 * }</pre>
 */
public final class Marbles {
    private final VirtualTime time = new VirtualTime();
    private final Timeline timeline = new Timeline(time);
    private final List<MarbleSource<?>> sources = new ArrayList<>();
    private boolean used;

    /** No sources yet, and time at its beginning. */
    public Marbles() {}

    /** Runs the operator on the source and compares the result. */
    public static <R> void assertMarble(String source, Function<Many<String>, Many<R>> operator, String result) {
        Marbles marbles = new Marbles();
        marbles.expect(operator.apply(marbles.source(source)), result);
    }

    /** Runs the operator on two sources and compares the result. */
    public static <R> void assertMarble(
            String first, String second, BiFunction<Many<String>, Many<String>, Many<R>> operator, String result) {
        Marbles marbles = new Marbles();
        marbles.expect(operator.apply(marbles.source(first), marbles.source(second)), result);
    }

    /**
     * Runs the operator on a source of values and compares the result, whose names stand for values
     * too.
     */
    public static <T, R> void assertMarble(
            String source,
            Map<Character, T> values,
            Function<Many<T>, Many<R>> operator,
            String result,
            Map<Character, R> results) {
        Marbles marbles = new Marbles();
        marbles.expect(operator.apply(marbles.source(source, values)), result, results);
    }

    /** The clock of the sources and the result. */
    public VirtualTime time() {
        return time;
    }

    /** A source of strings. */
    public Many<String> source(String marble) {
        return source(Marble.of(marble), Function.identity());
    }

    /** A source of the values that the names in the string stand for. */
    public <T> Many<T> source(String marble, Map<Character, T> values) {
        Names<T> names = new Names<>(values);
        Marble parsed = Marble.of(marble);
        names.requireAll(parsed);
        return source(parsed, names::value);
    }

    private <T> Many<T> source(Marble marble, Function<String, ? extends T> values) {
        MarbleSource<T> source = new MarbleSource<>(marble, values, timeline);
        sources.add(source);
        return Many.from(source);
    }

    /** Runs the stream and compares its items, by {@code String.valueOf}, and its end. */
    public void expect(Many<?> many, String marble) {
        expect(many, Marble.of(marble), String::valueOf);
    }

    /**
     * Runs the stream to its end and draws what happened: a line for each source, in the order in which they were made, and
     * one for the result, with what is simultaneous in the same column. One that does not end is drawn until something
     * happens a second or more after the sources' ends, or nothing does.
     */
    public String draw(Many<?> many) {
        return String.join("\n", run(Marble.of(""), String::valueOf).draw(many));
    }

    /** Runs the stream and compares its items, by the table of values, which are different ones, and its end. */
    public <R> void expect(Many<R> many, String marble, Map<Character, R> values) {
        Names<R> names = new Names<>(values);
        Marble parsed = Marble.of(marble);
        names.requireAll(parsed);
        names.requireOneEach();
        expect(many, parsed, names::name);
    }

    private void expect(Many<?> many, Marble expected, Function<Object, String> names) {
        run(expected, names).run(many);
    }

    private MarbleRun run(Marble expected, Function<Object, String> names) {
        if (used) {
            throw new IllegalStateException("this time is over: make a new Marbles for each expectation");
        }
        used = true;
        return new MarbleRun(expected, names, sources, time, timeline);
    }
}
