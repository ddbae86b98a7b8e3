package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.EventLoopThread;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Tck;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class IterateTest {
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.of(IterateTest::looped).asynchronous().asksAtOnce().check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(IterateTest::looped);
    }

    private static Many<Integer> looped(Many<Integer> many) {
        return Many.using(many::iterate, items -> Many.generate(out -> items.forEach(out::emit)), Items::close);
    }

    @Test
    void hasRoomForAsManyAsItIsToldAlsoInTheFirstRunOfAPlace() {
        try (Items<Integer> _ = Many.defer(source::many).iterate(100)) {
            source.assertRequested(100);
        }
        TestPublisher<Integer> inner = TestPublisher.create();
        try (Items<Integer> _ = One.of(1).flatMapMany(one -> inner.many()).iterate()) {
            inner.assertRequested(Many.BUFFER_SIZE);
        }
    }

    @Test
    void hasRoomForAsManyAsItIsToldForWhatComesInPlaceOfAFew() {
        try (Items<Integer> _ =
                Many.<Integer>empty().switchIfEmpty(source::many).iterate(100)) {
            source.assertRequested(100);
        }
        TestPublisher<Integer> other = TestPublisher.create();
        Many<Integer> failing = Many.fail(IllegalStateException::new);
        try (Items<Integer> _ = failing.onErrorResume(failure -> other.many()).iterate(100)) {
            other.assertRequested(100);
        }
    }

    @Test
    void losesNothingForWhichThereIsRoomInTheFirstRunOfAPlace() {
        Many<Integer> made = Many.defer(() -> Many.emitter(Overflow.fail(), emitter -> {
            IntStream.range(0, 100).forEach(emitter::next);
            emitter.complete();
        }));
        try (Items<Integer> items = made.iterate(200)) {
            List<Integer> seen = new ArrayList<>();
            items.forEach(seen::add);
            assertEquals(100, seen.size());
        }
    }

    @Test
    void waitsForWhatIsStillToCome() {
        Many<Integer> slow = Many.range(0, 1_000).publishOn(Thread::startVirtualThread, 1);
        try (Items<Integer> items = slow.iterate()) {
            int expected = 0;
            for (int item : items) {
                assertEquals(expected++, item);
            }
            assertEquals(1_000, expected);
        }
    }

    @Test
    void keepsNoMoreThanItsBuffer() {
        try (Items<Integer> items = source.many().iterate()) {
            source.assertRequested(Many.BUFFER_SIZE);
            IntStream.range(0, Many.BUFFER_SIZE).forEach(source::next);
            int batch = Many.BUFFER_SIZE * 3 / 4;
            Iterator<Integer> iterator = items.iterator();
            IntStream.range(0, batch - 1).forEach(i -> assertEquals(i, iterator.next()));
            source.assertRequested(Many.BUFFER_SIZE);
            assertEquals(batch - 1, iterator.next());
            source.assertRequested(Many.BUFFER_SIZE + batch);
        }
    }

    @Test
    void keepsNoMoreThanItIsTold() {
        try (Items<Integer> items = source.many().iterate(4)) {
            source.assertRequested(4);
            source.next(0, 1, 2, 3);
            Iterator<Integer> iterator = items.iterator();
            IntStream.range(0, 3).forEach(i -> assertEquals(i, iterator.next()));
            source.assertRequested(7);
        }
        assertThrows(IllegalArgumentException.class, () -> source.many().iterate(0));
        assertThrows(IllegalArgumentException.class, () -> source.many().iterate(Integer.MAX_VALUE));
    }

    @Test
    void closingCancelsAndEndsTheLoop() {
        Items<Integer> items = source.many().iterate();
        source.next(1, 2);
        Iterator<Integer> iterator = items.iterator();
        assertEquals(1, iterator.next());
        items.close();
        source.assertCancelled();
        assertFalse(iterator.hasNext());
        assertThrows(NoSuchElementException.class, iterator::next);
    }

    @Test
    void closingWakesALoopThatWaits() throws Exception {
        Items<Integer> items = source.many().iterate();
        Threads.Task loop = Threads.start(() -> items.forEach(item -> {}));
        items.close();
        Threads.join(loop);
        source.assertCancelled();
    }

    @Test
    void tellsWhatWaitsWhenItIsClosedAlsoWhatHasNextHasSeen() {
        List<Integer> told = new ArrayList<>();
        try (Items<Integer> items =
                Many.range(0, 3).onUndelivered(Integer.class, told::add).iterate()) {
            Iterator<Integer> iterator = items.iterator();
            assertEquals(0, iterator.next());
            assertTrue(iterator.hasNext());
        }
        assertEquals(List.of(1, 2), told);
    }

    @Test
    void throwsTheFailureAfterTheItemsBeforeIt() {
        IllegalStateException broken = new IllegalStateException("broken");
        try (Items<Integer> items = source.many().iterate()) {
            source.next(1).error(broken);
            Iterator<Integer> iterator = items.iterator();
            assertEquals(1, iterator.next());
            assertSame(broken, assertThrows(IllegalStateException.class, iterator::hasNext));
        }
    }

    @Test
    void wrapsAFailureThatIsChecked() {
        IOException broken = new IOException("broken");
        try (Items<Object> items = Many.fail(() -> broken).iterate()) {
            Throwable thrown = assertThrows(
                    CompletionException.class, () -> items.iterator().hasNext());
            assertSame(broken, thrown.getCause());
        }
    }

    @Test
    void canBeLoopedOverOnce() {
        try (Items<Integer> items = Many.of(1).iterate()) {
            assertTrue(items.iterator().hasNext());
            assertThrows(IllegalStateException.class, items::iterator);
        }
    }

    @Test
    void refusesToBlockAnEventLoop() throws InterruptedException {
        CompletableFuture<Items<Integer>> result = new CompletableFuture<>();
        Loop loop = new Loop(() -> result.complete(source.many().iterate()), result);
        loop.start();
        assertTrue(loop.join(Duration.ofMinutes(2)));
        Throwable refused =
                assertThrows(CompletionException.class, result::join).getCause();
        assertEquals(
                "iterate would block the event loop \"loop-1\": compose with flatMap, or move what blocks to"
                        + " One.blocking(..) or mapBlocking(..)",
                refused.getMessage());
        assertEquals(0, source.subscriptions());
    }

    private static final class Loop extends Thread implements EventLoopThread {
        Loop(Runnable task, CompletableFuture<?> result) {
            super(task, "loop-1");
            setUncaughtExceptionHandler((_, thrown) -> result.completeExceptionally(thrown));
        }
    }

    @Test
    void isAStreamOfTheJdk() {
        try (Stream<Integer> stream = Many.range(0, 5).stream()) {
            assertEquals(List.of(0, 2, 4), stream.filter(i -> i % 2 == 0).toList());
        }
        TestPublisher<Integer> endless = TestPublisher.create();
        try (Stream<Integer> stream = endless.many().stream()) {
            endless.next(1, 2);
            assertEquals(1, stream.findFirst().orElseThrow());
        }
        endless.assertCancelled();
    }

    @Test
    void anInterruptEndsALoopThatWaitsAndIsKept() throws Exception {
        Threads.onFreshThread(() -> {
            try (Items<Integer> items = source.many().iterate()) {
                source.next(1);
                Iterator<Integer> iterator = items.iterator();
                Thread.currentThread().interrupt();
                assertEquals(1, iterator.next());
                Throwable thrown = assertThrows(CompletionException.class, iterator::hasNext);
                assertTrue(thrown.getCause() instanceof InterruptedException);
                assertTrue(Thread.currentThread().isInterrupted());
                assertFalse(iterator.hasNext());
            }
        });
        source.assertCancelled();
    }

    @Test
    void keepsNothingWhenItHasEnded() {
        List<WeakReference<Object>> used = new ArrayList<>();
        Items<Integer> ended = using(used).iterate();
        ended.forEach(item -> {});
        Garbage.assertCollected(used.getFirst());
        assertFalse(((Iterator<?>) ended).hasNext()); // it is alive until here
    }

    @Test
    void keepsNothingWhenItIsClosed() {
        List<WeakReference<Object>> used = new ArrayList<>();
        Items<Integer> closed = using(used).concatWith(Many.never()).iterate();
        Iterator<Integer> iterator = closed.iterator();
        assertEquals(1, iterator.next());
        closed.close();
        Garbage.assertCollected(used.getFirst());
        assertFalse(iterator.hasNext());
    }

    private static Many<Integer> using(List<WeakReference<Object>> used) {
        return Many.using(
                () -> {
                    Object resource = new Object();
                    used.add(new WeakReference<>(resource));
                    return resource;
                },
                resource -> One.of(resource).flatMapMany(same -> Many.of(1, 2)),
                resource -> {});
    }

    /** Where a stack is kept flat, what is asked for meanwhile must not be left for later: the loop waits for it. */
    @Test
    void goesOnWhereTheStackIsKeptFlat() {
        Many<Integer> inner =
                Many.concat(Many.range(0, 300), Many.range(300, 700).subscribeOn(Runnable::run));
        Many<Integer> sums = Many.of(1).subscribeOn(Runnable::run).map(i -> {
            int sum = 0;
            try (Items<Integer> items = inner.iterate()) {
                for (int item : items) {
                    sum += item;
                }
            }
            return sum;
        });
        assertEquals(List.of(499_500), sums.toList().await());
    }

    @Test
    void aFailureThatTheLoopDoesNotComeToIsDropped() {
        IllegalStateException planned = new IllegalStateException("planned");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            try (Items<Integer> items = source.many().iterate()) {
                source.next(1).error(planned);
                assertEquals(1, items.iterator().next());
            }
            assertEquals(List.of(planned), dropped.failures());
        }
    }

    /** Who fails looks into the failure before it ends the loop; meanwhile that may be left. */
    @Test
    void aFailureThatMeetsTheCloseIsDropped() throws Exception {
        IllegalStateException planned = new IllegalStateException("planned");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Items<Integer> items = source.many().iterate();
            Threads.Task failing;
            synchronized (planned) {
                failing = Threads.start(() -> source.error(planned));
                while (failing.thread().isAlive() && failing.thread().getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                items.close();
            }
            Threads.join(failing);
            assertEquals(List.of(planned), dropped.failures());
        }
    }

    @Test
    void aFailureThatWasThrownIsNotDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            try (Items<Integer> items = source.many().iterate()) {
                source.error(new IllegalStateException("planned"));
                Iterator<Integer> iterator = items.iterator();
                assertThrows(IllegalStateException.class, iterator::hasNext);
                assertThrows(IllegalStateException.class, iterator::hasNext);
            }
            assertEquals(List.of(), dropped.failures());
        }
    }
}
