package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a user may write, as each is a number or an object: that it compiles is most of it. */
class VarianceTest {
    private final One<Integer> one = One.of(1);
    private final One<Boolean> done = One.of(true);
    private final Many<Integer> whole = Many.of(1);
    private final Many<Double> broken = Many.of(2.0);

    private static void assertItems(List<Number> items, Many<Number> many) {
        assertEquals(items, many.toList().await());
    }

    @Test
    void aOneOfAPartIsAOneOfTheWhole() {
        One<Number> then = done.then(one);
        One<Number> future = One.from(CompletableFuture.completedFuture(1));
        One<Number> supplied = One.from(() -> CompletableFuture.completedFuture(1));
        for (One<Number> each : List.of(then, future, supplied)) {
            assertEquals(1, each.await());
        }
    }

    @Test
    void aStreamOfAPartIsAStreamOfTheWhole() {
        assertItems(List.of(1), done.flatMapMany(isWhole -> isWhole ? whole : broken));
        assertItems(List.of(2.0), done.thenMany(broken));
        Many<Number> none = Many.empty();
        assertItems(List.of(1), none.switchIfEmpty(() -> whole));
    }
}
