package dev.weir.op.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Sharing;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Throwing;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.StoppedClock;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ShareTest {
    private final TestPublisher<Integer> source = TestPublisher.create();
    private final Many<Integer> shared = source.many().share();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.share()).shared().asksAtOnce().check();
        OperatorLaws.of(many -> many.share().filter(i -> i % 2 == 0))
                .shared()
                .asksAtOnce()
                .check();
        OperatorLaws.of(many -> many.share(Sharing.replaying(5)))
                .shared()
                .asksAtOnce()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).share());
    }

    @Test
    void subscribesOnceForAll() {
        Probe<Integer> first = Probe.subscribeTo(shared);
        Probe<Integer> second = Probe.subscribeTo(shared);
        assertEquals(1, source.next(1, 2).complete().subscriptions());
        first.assertItems(1, 2).assertCompleted();
        second.assertItems(1, 2).assertCompleted();
    }

    /** The next one would wait for ever. */
    @Test
    void whatThrowsWhereItIsToldKeepsNobodyOut() {
        TestPublisher<List<Integer>> lists = TestPublisher.create();
        List<Integer> told = new ArrayList<>();
        Many<List<Integer>> each = lists.many().share().onUndelivered(Integer.class, told::add);
        IllegalStateException broken = new IllegalStateException("planned");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<List<Integer>> leaving = Probe.subscribeTo(each, 1);
            lists.next(List.of(1)).next(Throwing.of(broken)).next(List.of(2));
            leaving.cancel();
            assertEquals(List.of(2), told);
            assertEquals(List.of(broken), dropped.failures());
        }
        Probe.subscribeTo(each);
        assertEquals(2, lists.subscriptions());
    }

    @Test
    void theSlowestSetsThePace() {
        Probe<Integer> fast = Probe.subscribeTo(shared);
        Probe<Integer> slow = Probe.subscribeTo(shared, 1);
        source.next(1, 2, 3);
        fast.assertItems(1);
        slow.request(1);
        fast.assertItems(1, 2);
        slow.cancel();
        fast.assertItems(1, 2, 3);
    }

    @Test
    void keepsNoMoreThanItsBuffer() {
        Probe<Integer> probe = Probe.subscribeTo(shared, 0);
        source.assertRequested(0);
        probe.request(1);
        source.assertRequested(Many.BUFFER_SIZE);
        IntStream.range(0, Many.BUFFER_SIZE).forEach(source::next);
        int batch = Many.BUFFER_SIZE * 3 / 4;
        probe.request(batch - 2);
        source.assertRequested(Many.BUFFER_SIZE);
        probe.request(1);
        source.assertRequested(Many.BUFFER_SIZE + batch);
    }

    @Test
    void whoComesLateGetsWhatIsStillToCome() {
        Probe<Integer> first = Probe.subscribeTo(shared);
        source.next(1);
        Probe<Integer> late = Probe.subscribeTo(shared);
        source.next(2);
        first.assertItems(1, 2);
        late.assertItems(2).assertNotEnded();
    }

    @Test
    void aFailureReachesAllAfterTheItemsBeforeIt() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> first = Probe.subscribeTo(shared);
        Probe<Integer> second = Probe.subscribeTo(shared, 0);
        source.next(1).error(broken);
        first.assertNothing();
        second.request(1);
        first.assertItems(1).assertFailed(broken::equals);
        second.assertItems(1).assertFailed(broken::equals);
    }

    @Test
    void startsAnewAfterTheEnd() {
        Probe<Integer> before = Probe.subscribeTo(shared);
        source.next(1).complete();
        Probe<Integer> after = Probe.subscribeTo(shared);
        assertEquals(2, source.subscriptions());
        source.next(2);
        before.assertItems(1);
        after.assertItems(2);
    }

    @Test
    void isCancelledWithItsLast() {
        Probe<Integer> first = Probe.subscribeTo(shared);
        Probe<Integer> second = Probe.subscribeTo(shared);
        first.cancel();
        source.assertNotCancelled().next(1);
        first.assertNothing();
        second.assertItems(1).cancel();
        source.assertCancelled();
        Probe.subscribeTo(shared);
        source.assertSubscribers(1);
        assertEquals(2, source.subscriptions());
    }

    @Test
    void whoCancelsAtOnceLeavesNothing() {
        shared.subscribe(Probe.<Integer>unbounded().whenSubscribed(Probe::cancel));
        source.assertReleased();
        Probe.subscribeTo(shared);
        source.assertSubscribers(1);
    }

    @Test
    void mayBeJoinedAndLeftInsideAnItem() {
        List<Probe<Integer>> joined = new ArrayList<>();
        Probe<Integer> first = Probe.<Integer>unbounded().whenItem((same, item) -> {
            joined.add(Probe.subscribeTo(shared));
            same.cancel();
        });
        shared.subscribe(first);
        source.next(1, 2);
        first.assertItems(1);
        joined.getFirst().assertItems(2);
    }

    @Test
    void holdsNobodyWhoHasEndedOrLeft() {
        Garbage.assertCollected(gone(Probe::cancel));
        Garbage.assertCollected(gone(probe -> source.complete()));
    }

    private WeakReference<Object> gone(Consumer<Probe<Integer>> ending) {
        Probe<Integer> probe = Probe.subscribeTo(shared);
        ending.accept(probe);
        source.assertReleased();
        return new WeakReference<>(probe);
    }

    @Test
    void runsInTheContextOfTheFirst() {
        List<String> names = new ArrayList<>();
        Many<Integer> named = source.many()
                .withContext(context -> {
                    names.add(context.name());
                    return context;
                })
                .share();
        Probe.subscribeTo(named, Context.empty().withName("first"));
        Probe.subscribeTo(named, Context.empty().withName("second"));
        assertEquals(List.of("first"), names);
    }

    // ---------------------------------------------------------------- options

    @Test
    void whoComesLateHearsTheLastItemsFirst() {
        Many<Integer> replayed = source.many().share(Sharing.replaying(2));
        Probe<Integer> first = Probe.subscribeTo(replayed);
        source.next(1, 2, 3);
        Probe<Integer> late = Probe.subscribeTo(replayed, 1);
        late.assertItems(2);
        source.next(4);
        first.assertItems(1, 2, 3);
        late.request(2);
        late.assertItems(2, 3, 4);
        first.assertItems(1, 2, 3, 4);
        source.complete();
        late.assertCompleted();
        Probe.subscribeTo(replayed).assertNothing();
        assertEquals(2, source.subscriptions());
    }

    @Test
    void whatIsTooOldIsNotHeard() {
        VirtualTime time = new VirtualTime();
        Duration second = Duration.ofSeconds(1);
        Many<Integer> replayed = source.many().share(Sharing.replaying(3, second.multipliedBy(2)));
        Probe.subscribeTo(replayed, time.context());
        for (int i = 1; i <= 5; i++) {
            source.next(i);
            time.advance(second);
        }
        Probe<Integer> late = Probe.subscribeTo(replayed, time.context());
        late.assertItems(5);
        source.next(6);
        late.assertItems(5, 6);
        Probe.subscribeTo(replayed, time.context()).assertItems(5, 6);
        time.advance(second.multipliedBy(2));
        Probe.subscribeTo(replayed, time.context()).assertItems();
    }

    @Test
    void waitsForTheNextUntilTheGraceIsOver() {
        VirtualTime time = new VirtualTime();
        Duration second = Duration.ofSeconds(1);
        Many<Integer> kept = source.many().share(Sharing.replaying(0).withGrace(second));
        Probe.subscribeTo(kept, time.context()).cancel();
        source.assertNotCancelled().next(1);
        time.advance(second.dividedBy(2));
        Probe<Integer> next = Probe.subscribeTo(kept, time.context());
        next.assertItems(1);
        time.advance(second);
        source.assertNotCancelled().next(2);
        next.assertItems(1, 2).cancel();
        time.advance(second);
        source.assertReleased();
        time.assertNoTimers();
        Probe.subscribeTo(kept, time.context());
        assertEquals(2, source.subscriptions());
    }

    @Test
    void whatWaitsWhenTheGraceIsOverIsTold() {
        VirtualTime time = new VirtualTime();
        List<Integer> told = new ArrayList<>();
        Many<Integer> kept = source.many()
                .share(Sharing.replaying(0).withGrace(Duration.ofSeconds(1)))
                .onUndelivered(Integer.class, told::add);
        Probe.subscribeTo(kept, time.context()).cancel();
        source.next(1, 2);
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(1, 2), told);
    }

    @Test
    void beginsWhenSoManyAreThere() {
        Many<Integer> shared = source.many().share(Sharing.replaying(0).startingWith(2));
        Probe.subscribeTo(shared).cancel();
        Probe<Integer> first = Probe.subscribeTo(shared);
        assertEquals(0, source.subscriptions());
        Probe<Integer> second = Probe.subscribeTo(shared);
        source.next(1);
        Probe<Integer> third = Probe.subscribeTo(shared);
        first.cancel();
        source.next(2).complete();
        first.assertItems(1);
        second.assertItems(1, 2).assertCompleted();
        third.assertItems(2).assertCompleted();
        assertEquals(1, source.subscriptions());
        Probe.subscribeTo(shared);
        assertEquals(1, source.subscriptions());
        Probe.subscribeTo(shared);
        assertEquals(2, source.subscriptions());
    }

    @Test
    void whoOnlyWaitsForOthersIsLeftAsItWas() {
        Many<Integer> shared = source.many().share(Sharing.replaying(1).startingWith(2));
        Probe.subscribeTo(shared).cancel();
        Probe<Integer> alone = Probe.subscribeTo(shared);
        alone.assertNotEnded().cancel();
        assertEquals(0, source.subscriptions());
    }

    @Test
    void optionsAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> Sharing.replaying(-1));
        assertThrows(IllegalArgumentException.class, () -> Sharing.replaying(1, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> Sharing.replaying(1).startingWith(0));
        assertThrows(IllegalArgumentException.class, () -> Sharing.replaying(1).withGrace(Duration.ofSeconds(-1)));
    }

    /** What it is replayed uses up its demand while others are counted with what they asked for. */
    @Test
    void whoJoinsDuringAReplayMissesNothing() {
        Many<Integer> replayed = Many.range(1, 10).share(Sharing.replaying(3));
        Probe<Integer> before = Probe.subscribeTo(replayed, 3);
        Probe<Integer> joins = Probe.demanding(3);
        Probe<Integer> late = Probe.subscribeTo(
                replayed.doOnNext(i -> {
                    if (i == 3) {
                        replayed.subscribe(joins);
                    }
                }),
                0);
        before.cancel();
        late.request(Long.MAX_VALUE);
        joins.request(Long.MAX_VALUE);
        assertEquals(IntStream.rangeClosed(1, 10).boxed().toList(), late.items());
        int first = joins.items().getFirst();
        assertEquals(IntStream.rangeClosed(first, 10).boxed().toList(), joins.items());
        joins.assertCompleted();
    }

    /** The end comes when all have heard what came before it, also who has come while the last was told of that. */
    @Test
    void whoJoinsDuringTheLastReplayMissesNothing() {
        Many<Integer> replayed = source.many().share(Sharing.replaying(2));
        Probe<Integer> last = Probe.unbounded();
        Probe<Integer> later = Probe.<Integer>unbounded().whenItem((same, item) -> {
            if (item == 2) {
                replayed.subscribe(last);
            }
        });
        Probe<Integer> first = Probe.<Integer>demanding(1).whenItem((same, item) -> {
            if (item == 2) {
                replayed.subscribe(later);
            }
        });
        replayed.subscribe(first);
        source.next(1, 2).complete();
        first.request(1);
        first.assertItems(1, 2).assertCompleted();
        later.assertItems(1, 2).assertCompleted();
        last.assertItems(1, 2).assertCompleted();
        assertEquals(1, source.subscriptions());
    }

    @Test
    void oneThatSubscribesAtTheEndIsEnded() {
        TestPublisher<Integer> source = TestPublisher.create();
        Many<Integer> shared = source.many().share();
        Probe.subscribeTo(shared);
        Probe<Integer> late = Probe.<Integer>unbounded().whenSubscribed(same -> source.complete());
        shared.subscribe(late);
        late.assertCompleted();
    }

    /** Who is told first has thrown it; the others receive the item, before it goes on through what emits. */
    @Test
    void whatIsFatalForOneReachesTheThreadWhenTheOthersHaveTheItem() {
        InternalError fatal = new InternalError("planned");
        Probe<Integer> failed = Probe.unbounded();
        shared.doOnNext(item -> {
                    if (item == 2) {
                        throw fatal;
                    }
                })
                .subscribe(failed);
        Probe<Integer> other = Probe.subscribeTo(shared);
        source.next(1);
        assertSame(fatal, assertThrows(InternalError.class, () -> source.next(2)));
        failed.assertItems(1).assertFailed(failure -> failure == fatal);
        other.assertItems(1, 2).assertFailed(failure -> failure == fatal);
        source.assertCancelled();
    }

    /** So it is where items are passed on from within the request for them, and what emits has ended. */
    @Test
    void whatIsFatalForOneIsNotForTheOthersOnceTheStreamHasEnded() {
        InternalError fatal = new InternalError("planned");
        Many<Integer> both = Many.of(1, 2).share(Sharing.replaying(0).startingWith(2));
        Probe<Integer> failed = Probe.unbounded();
        both.<Integer>map(item -> {
                    throw fatal;
                })
                .subscribe(failed);
        Probe<Integer> other = Probe.unbounded();
        assertSame(fatal, assertThrows(InternalError.class, () -> both.subscribe(other)));
        failed.assertFailed(failure -> failure == fatal);
        other.assertItems(1, 2).assertCompleted();
    }

    @Test
    void allAreToldOfWhatTheJvmMayNotSurvive() {
        TestPublisher<Integer> broken = TestPublisher.create();
        Many<Integer> shared = broken.many().share();
        List<CompletableFuture<List<Integer>>> all = Stream.generate(
                        () -> shared.toList().toCompletionStage())
                .limit(3)
                .map(CompletionStage::toCompletableFuture)
                .toList();
        assertThrows(InternalError.class, () -> broken.error(new InternalError("planned")));
        assertTrue(all.stream().allMatch(CompletableFuture::isCompletedExceptionally), all::toString);
    }

    @Test
    void theGraceEndsWithTheStream() {
        VirtualTime clock = new VirtualTime();
        TestPublisher<Integer> ending = TestPublisher.create();
        Many<Integer> kept = ending.many()
                .share(Sharing.replaying(1).withGrace(Duration.ofDays(1)))
                .withContext(context -> context.withClock(clock));
        Probe.subscribeTo(kept).cancel();
        Probe<Integer> second = Probe.subscribeTo(kept);
        ending.complete();
        second.assertCompleted();
        clock.assertNoTimers();
    }

    /** What a stage throws when it is ended is a failure of those below it, and of nobody else. */
    @Test
    void whatIsThrownAtTheEndFailsOneSubscriber() {
        Clock broken = new Clock() {
            @Override
            public long nanoTime() {
                throw new IllegalStateException("planned");
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                return () -> {};
            }
        };
        TestPublisher<Integer> ending = TestPublisher.create();
        Many<Integer> shared = ending.many().share();
        Probe<Integer> failing = Probe.subscribeTo(
                shared.delay(Duration.ofMillis(1)), Context.empty().withClock(broken));
        Probe<Integer> other = Probe.subscribeTo(shared);
        ending.complete();
        failing.assertFailed(IllegalStateException.class);
        other.assertCompleted();
    }

    @Test
    void aFailureThatNobodyHearsOfIsDropped() {
        IllegalStateException planned = new IllegalStateException("planned");
        VirtualTime time = new VirtualTime();
        Many<Integer> kept = source.many().share(Sharing.replaying(0).withGrace(Duration.ofSeconds(1)));
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(kept, time.context()).cancel();
            source.error(planned);
            assertEquals(List.of(planned), dropped.failures());
        }
    }

    /** The clock takes no timer, which is thrown where nobody below catches it. */
    @Test
    void aCrashGoesToSeveralAndIsWrittenIntoByNone() {
        Context stopped = Context.empty().withClock(new StoppedClock(new IllegalStateException("planned")));
        Many<Long> shared =
                Many.interval(Duration.ofSeconds(1)).share(Sharing.replaying(0).startingWith(2));
        Probe<Long> first = Probe.subscribeTo(shared, stopped);
        Probe<Long> second = Probe.subscribeTo(shared, stopped);
        assertSame(first.failure(), second.failure());
        assertTrue(Failures.isShared(first.failure()));
    }

    @Test
    void aClockThatRefusesTheGraceEndsTheStream() {
        IllegalStateException refusal = new IllegalStateException("planned");
        Many<Integer> kept = source.many().share(Sharing.replaying(0).withGrace(Duration.ofSeconds(1)));
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(kept, Context.empty().withClock(new StoppedClock(refusal)))
                    .cancel();
            source.assertCancelled();
            assertEquals(List.of(refusal), dropped.failures());
        }
        Probe<Integer> next = Probe.subscribeTo(kept);
        source.next(1);
        next.assertItems(1);
    }
}
