package dev.weir.op.group;

import static dev.weir.Operators.doOnSubscribe;
import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Many.Group;
import dev.weir.OverflowException;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.EarlyClock;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class GroupByTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestPublisher<Integer> source = TestPublisher.create();
    private final VirtualTime time = new VirtualTime();
    private final Many<Group<Integer, Integer>> groups = source.many().groupBy(3, i -> i % 10);

    /** What keys do is the user's, as the function is that makes them. */
    @Test
    void aKeyThatCanNotBeLookedUpIsAFailureOfTheFunction() {
        record Key(int number) {
            @Override
            public int hashCode() {
                throw new IllegalStateException("no hash");
            }
        }
        assertEquals(
                List.of("no hash"),
                Many.of(1, 2)
                        .groupBy(3, Key::new)
                        .map(Group::toString)
                        .onErrorReturn(Throwable::getMessage)
                        .toList()
                        .await());
    }

    @Test
    void laws() {
        OperatorLaws.of(many -> many.groupBy(3, i -> i % 3).flatMap(Group::items))
                .asksAtOnce()
                .unordered()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.groupBy(3, i -> i % 3, Group::items))
                .asksAtOnce()
                .unordered()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.window(4).concatMap(items -> items))
                .asksAtOnce()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.window(4).concatMap(items -> items.toList().toMany()))
                .asksAtOnce()
                .check();
        OperatorLaws.of(many -> many.window(4, Duration.ofSeconds(1)).concatMap(items -> items))
                .asksAtOnce()
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) ->
                        many.groupBy(700, i -> fault.at(i, i % 3)).flatMap(Group::items))
                .asksAtOnce()
                .failureOvertakes()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000, n -> Many.range(0, (int) n).groupBy(3, i -> i % 3).flatMap(Group::items));
    }

    @TestFactory
    Stream<DynamicTest> tckOfWhatIsMadeOfEachGroup() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).groupBy(5, i -> i % 5, Many.Group::items));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheGroups() {
        return Tck.publisher(
                100,
                n -> Many.range(0, (int) n)
                        .groupBy((int) Math.max(1, n), i -> i)
                        .doOnNext(group -> group.items().subscribe()));
    }

    @Test
    void marbles() {
        assertMarble(
                "a-b-c-d-e|",
                s -> s.window(2).concatMap(items -> items.toList().toMany()),
                "--{[a, b]}---{[c, d]}--({[e]}|)");
    }

    private static Probe<Integer> take(Group<Integer, Integer> group, long demand) {
        return Probe.subscribeTo(group.items(), demand);
    }

    @Test
    void allGroupsAreTakenAtOnceHoweverManyThereAre() {
        int groups = 3 * Many.CONCURRENCY;
        Probe.subscribeTo(Many.range(0, 2 * groups)
                        .groupBy(
                                groups,
                                i -> i % groups,
                                group -> group.items()
                                        .reduce(() -> 0, Integer::sum)
                                        .map(sum -> sum - groups - 2 * group.key())
                                        .toMany())
                        .distinct(2))
                .assertItems(0)
                .assertCompleted();
    }

    @Test
    void eachItemIsItsGroups() {
        List<Probe<Integer>> taken = new ArrayList<>();
        Probe<Group<Integer, Integer>> probe =
                Probe.<Group<Integer, Integer>>unbounded().whenItem((same, group) -> taken.add(take(group, 9)));
        groups.subscribe(probe);
        source.next(1, 2, 11, 12, 21).complete();
        assertEquals(List.of(1, 2), probe.items().stream().map(Group::key).toList());
        taken.getFirst().assertItems(1, 11, 21).assertCompleted();
        taken.getLast().assertItems(2, 12).assertCompleted();
        probe.assertCompleted();
    }

    @Test
    void theNextItemSetsThePace() {
        Probe<Group<Integer, Integer>> probe = Probe.subscribeTo(groups);
        source.assertRequested(Many.BUFFER_SIZE).next(1, 11, 2);
        Probe<Integer> ones = take(probe.items().getFirst(), 1);
        ones.assertItems(1);
        assertEquals(1, probe.items().size());
        ones.request(1);
        ones.assertItems(1, 11);
        assertEquals(2, probe.items().size());
    }

    @Test
    void whoLeavesAGroupMayGetItAnew() {
        Probe<Group<Integer, Integer>> probe = Probe.subscribeTo(groups);
        source.next(1);
        take(probe.items().getFirst(), 1).assertItems(1).cancel();
        source.next(11);
        take(probe.items().getLast(), 1).assertItems(11);
        source.assertNotCancelled();
    }

    @Test
    void groupsOutliveTheirStream() {
        Probe<Integer> items = Probe.subscribeTo(groups.take(1).flatMap(Group::items));
        source.next(1, 2, 11);
        items.assertItems(1, 11);
        source.assertNotCancelled();
        items.cancel();
        source.assertCancelled();
    }

    @Test
    void isCancelledWithAllItsGroups() {
        Probe<Integer> items = Probe.subscribeTo(groups.flatMap(Group::items));
        source.next(1, 2);
        items.cancel();
        source.assertReleased();
    }

    @Test
    void aGroupThatNobodyTookIsGoneWithTheirStream() {
        List<Integer> told = new ArrayList<>();
        Probe<Group<Integer, Integer>> probe = Probe.subscribeTo(groups.onUndelivered(Integer.class, told::add));
        source.next(1, 2);
        probe.cancel();
        source.assertCancelled();
        assertEquals(List.of(1, 2), told);
        take(probe.items().getFirst(), 1).assertFailed(IllegalStateException.class::isInstance);
    }

    @Test
    void nobodyIsWarnedOfAGroupThatIsTakenWhileAllIsCancelled() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.unbounded();
            source.many()
                    .groupBy(3, i -> i, group -> group.items().through(doOnSubscribe(context -> probe.cancel())))
                    .subscribe(probe);
            source.next(1).assertCancelled();
            probe.assertNothing();
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void aGroupIsForOneSubscriber() {
        Probe<Group<Integer, Integer>> probe = Probe.subscribeTo(groups);
        source.next(1);
        Probe<Integer> first = take(probe.items().getFirst(), 9);
        take(probe.items().getFirst(), 9)
                .assertFailed(failure -> failure.getMessage().contains("one subscriber"));
        source.next(11);
        first.assertItems(1, 11);
    }

    @Test
    void aFailureReachesAllGroupsOnce() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            IllegalStateException broken = new IllegalStateException("broken");
            Probe<Integer> items = Probe.subscribeTo(groups.flatMap(Group::items));
            source.next(1, 2).error(broken);
            items.assertItems(1, 2).assertFailed(broken::equals);
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void moreGroupsThanAllowedAreAFailure() {
        Probe<Integer> items = Probe.subscribeTo(groups.flatMap(Group::items));
        source.next(1, 2, 3, 4).assertCancelled();
        items.assertItems(1, 2, 3)
                .assertFailed(failure -> failure instanceof OverflowException
                        && failure.getMessage().contains("groupBy: more than 3 groups at once"));
    }

    @Test
    void moreGroupsThanAllowedAreAFailureAlsoOfAFunction() {
        Probe<Integer> items = Probe.subscribeTo(source.many().groupBy(3, item -> item, Group::items));
        source.next(1, 2, 3, 4).assertCancelled();
        items.assertItems(1, 2, 3)
                .assertFailed(failure -> failure instanceof OverflowException
                        && failure.getMessage().contains("groupBy: more than 3 groups at once"));
    }

    @Test
    void aKeyIsDue() {
        Probe<Integer> items = Probe.subscribeTo(Many.of(1).groupBy(3, item -> (String) null, Group::items));
        items.assertFailed(
                failure -> failure.getMessage().equals("groupBy: the function returned null where a key is due"));
    }

    @Test
    void groupsThatEndMakeRoom() {
        Probe<Integer> items =
                Probe.subscribeTo(groups.flatMap(group -> group.items().take(1)));
        source.next(1, 2, 3, 4, 5);
        items.assertItems(1, 2, 3, 4, 5).assertNotEnded();
    }

    /** However many there may be at once: what was left is let go of long before there are so many. */
    @Test
    void groupsThatWereLeftAreNotHeld() {
        List<WeakReference<Object>> held = new ArrayList<>();
        Many<Integer> firsts = source.many().groupBy(1_000, i -> i, group -> {
            Object own = new Object();
            held.add(new WeakReference<>(own));
            return group.items().take(1).filter(i -> own != null);
        });
        Probe<Integer> probe = Probe.subscribeTo(firsts);
        IntStream.range(0, 100).forEach(source::next);
        probe.assertItemCount(100).assertNotEnded();
        Garbage.assertCollected(held.getFirst());
    }

    @Test
    void aGroupThatNobodyConsumesIsFoundAndTold() {
        Probe<Integer> one = Probe.subscribeTo(groups.flatMap(1, Group::items).named("orders"), time.context());
        source.next(1, 11, 2);
        one.assertItems(1, 11).assertNotEnded();
        time.advance(PATIENCE);
        one.assertFailed(failure -> failure.getMessage().contains("of its groups, nobody takes the next"));
        source.assertReleased();
        time.assertNoTimers();
    }

    @Test
    void aGroupThatIsLeftOutIsFoundAndTold() {
        Many<Integer> odd = groups.filter(group -> group.key() != 2).flatMap(Group::items);
        Probe<Integer> probe = Probe.subscribeTo(odd, time.context());
        source.next(1, 2);
        time.advance(PATIENCE);
        probe.assertItems(1).assertFailed(failure -> failure.getMessage().contains("nobody consumes that of \"2\""));
    }

    @Test
    void aTimerThatFiresEarlyIsSetAgain() {
        Probe<Integer> left = Probe.subscribeTo(
                groups.filter(group -> group.key() != 2).flatMap(Group::items), new EarlyClock(time).context());
        source.next(1, 2);
        time.advance(PATIENCE.minusNanos(1));
        left.assertNotEnded();
        time.advance(Duration.ofNanos(1));
        left.assertFailed(failure -> failure.getMessage().contains("nobody consumes that of \"2\""));
    }

    @Test
    void soIsThatOfAWindow() {
        Probe<List<Integer>> lists = Probe.subscribeTo(
                source.many()
                        .window(3, PATIENCE)
                        .flatMap(items -> items.toList().toMany()),
                new EarlyClock(time).context());
        source.next(1);
        time.advance(PATIENCE.minusNanos(1));
        lists.assertNothing();
        time.advance(Duration.ofNanos(1));
        lists.assertItems(List.of(1));
        source.next(2, 3, 4);
        lists.assertItems(List.of(1), List.of(2, 3, 4));
        source.next(5);
        time.advance(PATIENCE);
        lists.assertItems(List.of(1), List.of(2, 3, 4), List.of(5));
    }

    @Test
    void whoIsSlowToAskIsWaitedFor() {
        Probe<Integer> probe = Probe.subscribeTo(groups.concatMap(Group::items).take(9), time.context(), 1);
        source.next(1);
        time.advance(PATIENCE.multipliedBy(3));
        probe.assertItems(1).assertNotEnded();
        source.next(11);
        time.advance(PATIENCE.multipliedBy(3));
        probe.request(1);
        probe.assertItems(1, 11).assertNotEnded();
    }

    /** A group that begins anew is waited for as long as any. */
    @Test
    void patienceBeginsAnewWhenAGroupWasTaken() {
        Probe<Group<Integer, Integer>> probe = Probe.subscribeTo(groups, time.context());
        source.next(1);
        time.advance(PATIENCE.dividedBy(3));
        Probe<Integer> slow = Probe.subscribeTo(probe.items().getFirst().items(), 0);
        time.advance(PATIENCE);
        slow.cancel();
        time.advance(PATIENCE.dividedBy(3));
        probe.assertNotEnded();
        time.advance(PATIENCE);
        probe.assertFailed(failure -> failure.getMessage().contains("nobody consumes that of \"1\""));
    }

    // ---------------------------------------------------------------- windows

    @Test
    void aWindowEndsWithItsLastItem() {
        Probe<List<Integer>> lists = Probe.subscribeTo(
                source.many().window(2).flatMap(items -> items.toList().toMany()));
        source.next(1);
        lists.assertNothing();
        source.next(2, 3);
        lists.assertItems(List.of(1, 2));
        source.complete();
        lists.assertItems(List.of(1, 2), List.of(3)).assertCompleted();
    }

    @Test
    void whatIsLeftOfAWindowThatWasLeftIsDropped() {
        Many<Integer> firsts = source.many().window(3).concatMap(items -> items.take(1));
        Probe<Integer> probe = Probe.subscribeTo(firsts);
        source.next(1, 2, 3, 4, 5, 6, 7);
        probe.assertItems(1, 4, 7);
    }

    @Test
    void theWindowThatWasOpenIsWhole() {
        Probe<List<Integer>> lists = Probe.subscribeTo(
                source.many().window(2).take(1).flatMap(items -> items.toList().toMany()));
        source.next(1, 2);
        lists.assertItems(List.of(1, 2)).assertCompleted();
        source.assertCancelled();
    }

    @Test
    void aWindowEndsWhenItsTimeIsOver() {
        Duration second = Duration.ofSeconds(1);
        Probe<List<Integer>> lists = Probe.subscribeTo(
                source.many().window(3, second).flatMap(items -> items.toList().toMany()), time.context());
        time.advance(second);
        source.next(1);
        time.advance(second.dividedBy(2));
        source.next(2);
        time.advance(second.dividedBy(2));
        lists.assertItems(List.of(1, 2));
        source.next(3, 4, 5);
        lists.assertItems(List.of(1, 2), List.of(3, 4, 5));
        time.advance(second);
        source.next(6).complete();
        lists.assertItems(List.of(1, 2), List.of(3, 4, 5), List.of(6)).assertCompleted();
        time.assertNoTimers();
    }

    @Test
    void windowsThatNobodyConsumesAreFoundAndTold() {
        Probe<Many<Integer>> probe = Probe.subscribeTo(source.many().window(2), time.context());
        source.next(1);
        time.advance(PATIENCE);
        probe.assertFailed(failure -> failure.getMessage().contains("window: of its groups, nobody consumes"));
    }

    @Test
    void manyItemsOfManyGroups() {
        Many<Integer> sums = Many.range(0, 10_000)
                .groupBy(100, i -> i % 100)
                .flatMap(group -> group.items().reduce(() -> 0, Integer::sum).toMany());
        assertEquals(
                IntStream.range(0, 10_000).sum(),
                sums.reduce(() -> 0, Integer::sum).await());
    }

    @Test
    void noTimerIsLeftOfGroupsThatWaited() {
        Probe<Group<Integer, Integer>> probe =
                Probe.subscribeTo(Many.range(0, 9).groupBy(3, i -> i % 3), time.context());
        probe.assertItemCount(1);
        probe.cancel();
        time.assertNoTimers();
    }

    @Test
    void aGroupThatNobodyElseWaitsForMayTakeItsTime() {
        Probe<Group<Integer, Integer>> probe =
                Probe.subscribeTo(Many.range(0, 9).groupBy(3, i -> i % 3), time.context(), 1);
        time.advance(PATIENCE.multipliedBy(3));
        probe.assertNotEnded();
    }
}
