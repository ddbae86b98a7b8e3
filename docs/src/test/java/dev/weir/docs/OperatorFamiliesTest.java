package dev.weir.docs;

import static dev.weir.Operators.bufferUntilChanged;
import static dev.weir.Operators.rateLimit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A page for each family of operators, with all of their names. */
class OperatorFamiliesTest {
    private static final Path PAGES = Path.of("guide/operators");
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]+`", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("\\b[a-z]\\w+(?=\\W)");

    private static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(method -> method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The names in the code of the pages. */
    private static Set<String> told(boolean ofOne) throws IOException {
        Set<String> told = new TreeSet<>();
        try (Stream<Path> pages = Files.list(PAGES)) {
            for (Path page :
                    pages.filter(page -> page.endsWith("one.md") == ofOne).toList()) {
                CODE.matcher(Files.readString(page))
                        .results()
                        .forEach(code -> NAME.matcher(code.group()).results().forEach(name -> told.add(name.group())));
            }
        }
        return told;
    }

    private static Set<String> missing(Class<?> type, Set<String> told) {
        Set<String> missing = names(type);
        missing.removeAll(told);
        return missing;
    }

    @Test
    void eachNameIsOnAPage() throws IOException {
        Set<String> told = told(false);
        assertEquals(Set.of(), missing(Many.class, told));
        assertEquals(Set.of(), missing(Operators.class, told));
        assertEquals(Set.of(), missing(One.class, told(true)));
    }

    @Test
    void eachPageIsShort() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            for (Path page : pages.toList()) {
                long lines = Files.readString(page).lines().count();
                assertTrue(lines <= 120, page + " has " + lines + " lines");
            }
        }
    }

    // tag::own
    static <T> Function<Many<T>, Many<List<T>>> politely(int size) {
        return many -> many.buffer(size).through(rateLimit(1, Duration.ofSeconds(1)));
    }

    // end::own

    @Test
    void own() {
        VirtualTime time = new VirtualTime();
        Probe<List<Integer>> probe = Probe.subscribeTo(Many.range(0, 5).through(politely(2)), time);
        time.advance(Duration.ofSeconds(3));
        probe.assertItems(List.of(0, 1), List.of(2, 3), List.of(4)).assertCompleted();
    }

    @Test
    void alone() {
        Function<Integer, One<Integer>> price =
                id -> id == 2 ? One.fail(() -> new IOException("no price")) : One.of(100 * id);
        // tag::alone
        Many<Integer> prices = Many.of(1, 2, 3)
                .mapAsync(16, id -> price.apply(id).retry(Retry.atMost(2)).onErrorReturn(failure -> 0));
        // end::alone
        assertEquals(List.of(100, 0, 300), prices.toList().await());
    }

    @Test
    void first() {
        Many<String> names = Many.empty();
        // tag::first
        One<String> name = names.first().orElse("nobody");
        One<String> known = names.first().orFail(() -> new NoSuchElementException("nobody is here"));
        // end::first
        assertEquals("nobody", name.await());
        assertThrows(NoSuchElementException.class, known::await);
    }

    @Test
    void fallback() {
        Many<String> cached = Many.empty();
        Function<String, Many<String>> search = text -> Many.of(text + "!");
        // tag::fallback
        Many<String> found = cached.switchIfEmpty(() -> search.apply("weir"));
        // end::fallback
        assertEquals(List.of("weir!"), found.toList().await());
    }

    @Test
    void seconds() {
        record Reading(String sensor, long second, int value) {}
        Many<Reading> readings =
                Many.of(new Reading("a", 1, 3), new Reading("b", 1, 4), new Reading("a", 1, 5), new Reading("a", 2, 6));
        // tag::seconds
        Many<List<Reading>> seconds = readings.groupBy(
                1_000, Reading::sensor, group -> group.items().through(bufferUntilChanged(100, Reading::second)));
        // end::seconds
        assertEquals(
                Set.of(1, 2), seconds.map(List::size).toList().map(Set::copyOf).await());
    }

    @Test
    void some() {
        Many<String> lines = Many.fail(() -> new FileNotFoundException("orders.csv"));
        // tag::some
        Many<String> safe = lines.onErrorComplete(FileNotFoundException.class::isInstance)
                .onErrorMap(IOException.class, failure -> new IllegalStateException("can't read the orders", failure));
        // end::some
        assertEquals(List.of(), safe.toList().await());
    }

    @Test
    void named() {
        List<String> seen = new ArrayList<>();
        // tag::named
        Many<Integer> shares = Many.of(4, 2, 0)
                .map(people -> 12 / people)
                .doFinally(ending -> seen.add("ended: " + ending))
                .named("shares");
        // end::named
        assertThrows(ArithmeticException.class, shares.toList()::await);
        assertEquals(List.of("ended: FAILED"), seen);
    }

    @Test
    void loop() {
        List<Integer> seen = new ArrayList<>();
        // tag::loop
        try (Items<Integer> items = Many.range(0, 1_000_000).iterate()) {
            for (int item : items) {
                if (item == 3) {
                    break;
                }
                seen.add(item);
            }
        }
        // end::loop
        assertEquals(List.of(0, 1, 2), seen);
    }

    @Test
    void page() {
        One<String> user = One.of("Ada");
        One<List<String>> orders = One.of(List.of("tea"));
        One<Integer> points = One.fail(() -> new IOException("no points today"));
        // tag::page
        One<String> page = One.zip(
                        user,
                        orders.timeout(Duration.ofSeconds(2)),
                        points.onErrorReturn(failure -> 0),
                        (name, list, sum) -> name + " ordered " + list + " and has " + sum + " points")
                .named("page");
        // end::page
        assertEquals("Ada ordered [tea] and has 0 points", page.await());
    }
}
