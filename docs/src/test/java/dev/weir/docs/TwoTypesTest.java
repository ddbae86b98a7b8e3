package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TwoTypesTest {
    private static final Map<Integer, String> NAMES = Map.of(1, "Ada");

    // tag::absence
    static One<String> nameOf(int id) {
        return One.<String>supply(() -> NAMES.get(id)).orFail(() -> new NoSuchElementException("no user " + id));
    }

    // end::absence

    @Test
    void absence() {
        assertEquals("Ada", nameOf(1).await());
        assertThrows(NoSuchElementException.class, () -> nameOf(2).await());
        // tag::or-else
        String name = One.<String>supply(() -> NAMES.get(2)).orElse("nobody").await();
        // end::or-else
        assertEquals("nobody", name);
    }

    @Test
    void lazy() {
        // tag::lazy
        AtomicInteger calls = new AtomicInteger();
        One<Integer> next = One.supply(calls::incrementAndGet);

        int first = next.await();
        int second = next.await(); // runs again
        int kept = next.cache().await();
        // end::lazy
        assertEquals(List.of(1, 2, 3), List.of(first, second, kept));
    }

    @Test
    void composing() {
        // tag::compose
        One<String> greeting = One.zip(
                One.blocking(() -> "Hello"), // both run at once, each on a virtual thread
                One.blocking(() -> "world"),
                (hello, world) -> hello + ", " + world);
        // end::compose
        assertEquals("Hello, world", greeting.await());
    }

    @Test
    void between() {
        // tag::between
        One<List<Integer>> list = Many.of(1, 2, 3).toList();
        One<Integer> sum = Many.of(1, 2, 3).reduce(() -> 0, Integer::sum);
        Many<Integer> flat = list.flatMapMany(Many::from);
        Many<Integer> lengths = Many.of("a", "bb").mapAsync(8, word -> One.of(word.length()));
        // end::between
        assertEquals(6, sum.await());
        assertEquals(List.of(1, 2, 3), flat.toList().await());
        assertEquals(List.of(1, 2), lengths.toList().await());
    }

    @Test
    void futures() {
        // tag::futures
        CompletionStage<String> running = CompletableFuture.supplyAsync(() -> "done");

        One<String> shared = One.from(running); // hot: the same outcome for everybody
        One<String> fresh = One.from(() -> CompletableFuture.supplyAsync(() -> "again")); // a new one each time
        CompletionStage<String> back = fresh.toCompletionStage();
        // end::futures
        assertEquals("done", shared.await());
        assertEquals("again", back.toCompletableFuture().join());
    }
}
