package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.proofs.DroppedFailures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class UndeliveredTest {
    private final IllegalStateException broken = new IllegalStateException("broken");
    private final List<Object> told = new ArrayList<>();
    private final Context context = Undelivered.with(Integer.class, told::add).apply(Context.empty());

    @Test
    void tellsTheNearestActionForTheType() {
        Context nearer = Undelivered.with(Number.class, number -> told.add("number " + number))
                .apply(context);
        Undelivered.tell(1, context);
        Undelivered.tell(2, nearer);
        Undelivered.tell(3L, context);
        Undelivered.tell(null, context);
        Undelivered.tell(4, Context.empty());
        assertEquals(List.of(1, "number 2"), told);
        assertTrue(Undelivered.isAwaited(context));
        assertFalse(Undelivered.isAwaited(Context.empty()));
    }

    @Test
    void tellsTheElementsOfACollectionUnlessThatItselfIsAwaited() {
        Undelivered.tell(Arrays.asList(1, null, "two", 3), context);
        assertEquals(List.of(1, 3), told);
        told.clear();
        Undelivered.tell(List.of(1), Undelivered.with(List.class, told::add).apply(context));
        assertEquals(List.of(List.of(1)), told);
    }

    @Test
    void emptiesAQueueAlsoIfNobodyWantsToKnow() {
        Queue<Integer> queue = new ArrayDeque<>(List.of(1, 2));
        Undelivered.tellAll(queue::poll, context);
        assertTrue(queue.isEmpty());
        assertEquals(List.of(1, 2), told);
        queue.add(3);
        Undelivered.tellAll(queue::poll, Context.empty());
        assertTrue(queue.isEmpty());
    }

    @Test
    void anActionThatThrowsHindersNobody() {
        Context throwing = Undelivered.with(Integer.class, item -> {
                    throw broken;
                })
                .apply(context);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Undelivered.tell(List.of(1, 2), throwing.withName("orders"));
            assertEquals(List.of(broken, broken), dropped.failures());
            assertEquals(List.of("orders", "orders"), dropped.pipelines());
        }
    }

    @Test
    void aCollectionThatThrowsHindersNobody() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Undelivered.tell(Throwing.of(broken), context);
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void tellsWhatAnIteratorHasLeft() {
        Iterator<Integer> rest = List.of(1, 2, 3).iterator();
        rest.next();
        Undelivered.tellRest(rest, context);
        assertEquals(List.of(2, 3), told);
    }

    @Test
    void anIteratorThatThrowsHindersNobodyAndIsNotTouchedForNobody() {
        Iterator<Integer> throwing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw broken;
            }

            @Override
            public Integer next() {
                throw new NoSuchElementException();
            }
        };
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Undelivered.tellRest(throwing, Context.empty());
            assertEquals(List.of(), dropped.failures());
            Undelivered.tellRest(throwing, context);
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void anActionForAnotherTypeDoesNotHideTheOneBehindIt() {
        Undelivered.tell(1, Undelivered.with(String.class, told::add).apply(context));
        assertEquals(List.of(1), told);
    }
}
