package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UsingTest {
    private final List<String> log = new ArrayList<>();
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.using(() -> 5, n -> Many.range(0, n), n -> {}));
        OperatorLaws.checkSource(
                () -> Many.using(() -> 5, n -> Many.range(0, n), n -> {}).filter(i -> i % 2 == 1));
        OperatorLaws.check(many -> Many.using(() -> 5, n -> many, n -> {}));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n ->
                Many.using(() -> n, size -> Many.range(0, (int) Math.min(size, Integer.MAX_VALUE)), size -> {}));
    }

    private Many<Integer> using(Function<String, Many<Integer>> use) {
        return Many.using(
                () -> {
                    log.add("open");
                    return "resource";
                },
                use,
                resource -> log.add("close " + resource));
    }

    @Test
    void opensForEachSubscriptionAndNotBefore() {
        Many<Integer> many = using(resource -> source.many());
        assertEquals(List.of(), log);
        Probe<Integer> probe = Probe.subscribeTo(many);
        assertEquals(List.of("open"), log);
        source.next(1).complete();
        probe.assertItems(1).assertCompleted();
        Probe.subscribeTo(many).cancel();
        assertEquals(List.of("open", "close resource", "open", "close resource"), log);
    }

    @Test
    void closesBeforeTheEndGoesOn() {
        Probe<Integer> completed = Probe.<Integer>unbounded().whenEnded(same -> log.add("completed"));
        using(resource -> Many.empty()).subscribe(completed);
        Probe<Integer> failed = Probe.<Integer>unbounded().whenEnded(same -> log.add("failed"));
        using(resource -> Many.fail(IOException::new)).subscribe(failed);
        failed.assertFailed(IOException.class);
        assertEquals(List.of("open", "close resource", "completed", "open", "close resource", "failed"), log);
    }

    @Test
    void closesOnceHoweverOftenItIsCancelled() {
        Probe<Integer> probe = Probe.subscribeTo(using(resource -> source.many()));
        probe.cancel();
        probe.cancel();
        source.assertCancelled();
        assertEquals(List.of("open", "close resource"), log);
    }

    @Test
    void closesOnceWhenCancelledInsideTheLastItem() {
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> same.cancel());
        using(resource -> Many.of(1)).subscribe(probe);
        assertEquals(List.of("open", "close resource"), log);
    }

    @Test
    void closesWhenUseFails() {
        Probe.subscribeTo(using(resource -> {
                    throw new IllegalStateException("used up");
                }))
                .assertFailed(IllegalStateException.class);
        Probe.subscribeTo(using(resource -> null))
                .assertFailed(failure -> "using: use returned null".equals(failure.getMessage()));
        assertEquals(List.of("open", "close resource", "open", "close resource"), log);
    }

    @Test
    void closesNothingThatDidNotOpen() {
        Many<Integer> closed = Many.using(
                () -> {
                    throw new IOException("no such file");
                },
                resource -> Many.of(1),
                resource -> log.add("close"));
        Probe.subscribeTo(closed).assertFailed(IOException.class);
        Probe.subscribeTo(Many.using(() -> null, resource -> Many.of(1), resource -> log.add("close")))
                .assertFailed(failure -> "using: open returned null".equals(failure.getMessage()));
        assertEquals(List.of(), log);
    }

    @Test
    void whatCloseThrowsIsDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many<Integer> many = Many.using(() -> 1, Many::of, resource -> {
                throw new IllegalStateException("close " + resource);
            });
            Probe.subscribeTo(many).assertItems(1).assertCompleted();
            assertEquals("close 1", dropped.failures().getFirst().getMessage());
        }
    }

    @Test
    void refusesNull() {
        assertEquals(
                "using: what opens it is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.using(null, r -> Many.of(1), r -> {}))
                        .getMessage());
        assertEquals(
                "using: what uses it is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.using(() -> 1, null, r -> {}))
                        .getMessage());
        assertEquals(
                "using: what closes it is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.using(() -> 1, r -> Many.of(1), null))
                        .getMessage());
    }

    @Test
    void aCancellationInsideAnItemClosesBehindIt() {
        List<String> log = new ArrayList<>();
        Many<Integer> many = Many.using(() -> 1, resource -> Many.of(1, 2), resource -> log.add("closed"));
        many.subscribe(Probe.<Integer>unbounded().whenItem((same, item) -> {
            same.cancel();
            log.add("used");
        }));
        assertEquals(List.of("used", "closed"), log);
    }

    /** A list may fail already when it is asked for its size. */
    @Test
    void closesWhatItOpenedIfTheStreamCannotEvenBeLookedAt() {
        List<Integer> broken = new AbstractList<>() {
            @Override
            public int size() {
                throw new IllegalStateException("planned");
            }

            @Override
            public Integer get(int index) {
                return index;
            }
        };
        List<String> closed = new ArrayList<>();
        Many<Integer> failing = Many.using(() -> "resource", resource -> Many.from(broken), closed::add);
        Probe.subscribeTo(failing).assertFailed(IllegalStateException.class);
        assertEquals(List.of("resource"), closed);
    }

    @Test
    void closesWhatTheOnlyItemBelongsToBefore() {
        using(resource -> Many.using(() -> "rows", rows -> Many.of(1, 2), rows -> log.add("close rows"))
                        .first()
                        .toMany())
                .subscribe(item -> log.add("item"));
        assertEquals(List.of("open", "item", "close rows", "close resource"), log);
    }
}
