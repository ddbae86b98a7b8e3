package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UnfoldAsyncTest {
    private record Page(List<Integer> items, int next) {}

    @Test
    void aNullItemIsAFailure() {
        Probe.subscribeTo(Many.unfoldAsync(0, n -> One.of(new Many.Unfolded<>(n == 0 ? "a" : null, n + 1))))
                .assertItems("a")
                .assertFailed(failure -> "unfoldAsync: the item is null".equals(failure.getMessage()));
    }

    private static Many<Integer> upTo(int end) {
        return Many.unfoldAsync(0, i -> One.of(i < end ? new Many.Unfolded<>(i, i + 1) : null));
    }

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> upTo(5));
        OperatorLaws.checkSource(() -> Many.unfoldAsync(
                        0,
                        i -> One.of(i < 5 ? new Many.Unfolded<>(i, i + 1) : null)
                                .delay(Duration.ofMillis(1)))
                .filter(i -> i % 2 == 0));
        OperatorLaws.ofFunction((many, fault) -> many.concatMap(i -> Many.<Integer, Integer>unfoldAsync(
                        0,
                        n -> fault.at(
                                i, One.<Many.Unfolded<Integer, Integer>>of(n > 0 ? null : new Many.Unfolded<>(i, 1))))))
                .check();
    }

    private static Many<Integer> countDown(int from) {
        return Many.unfoldAsync(from, i -> One.of(new Many.Unfolded<>(i, i == 0 ? null : i - 1)));
    }

    @Test
    void endsWithAnItemThatHasNoStateAfterIt() {
        OperatorLaws.checkSource(() -> countDown(5));
        Probe.subscribeTo(countDown(2), 3).assertItems(2, 1, 0).assertCompleted();
        assertEquals(100_000, countDown(99_999).count().await());
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> upTo((int) n));
    }

    @Test
    void asksForAPageWhenItIsNeeded() {
        List<Integer> fetched = new ArrayList<>();
        Many<Integer> items = Many.<Page, Integer>unfoldAsync(
                        0,
                        from -> One.supply(() -> {
                            fetched.add(from);
                            return new Many.Unfolded<>(new Page(List.of(from, from + 1), from + 2), from + 2);
                        }))
                .flatMapIterable(Page::items);
        Probe<Integer> probe = Probe.subscribeTo(items, 2);
        probe.assertItems(0, 1);
        assertEquals(List.of(0), fetched);
        probe.request(1);
        probe.assertItems(0, 1, 2);
        assertEquals(List.of(0, 2), fetched);
        probe.cancel();
    }

    @Test
    void doesNotGrowTheStack() {
        assertEquals(100_000, upTo(100_000).count().await());
    }

    @Test
    void anItemThatComesTooLateIsTold() {
        CompletableFuture<Many.Unfolded<String, Integer>> first = new CompletableFuture<>();
        List<String> lost = new ArrayList<>();
        Many.<String, Integer>unfoldAsync(0, i -> One.from(() -> first))
                .onUndelivered(String.class, lost::add)
                .subscribe(item -> {})
                .cancel();
        first.complete(new Many.Unfolded<>("late", 1));
        assertEquals(List.of("late"), lost);
    }
}
