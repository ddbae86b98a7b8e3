package dev.weir.op.combine;

import static dev.weir.Operators.doOnSubscribe;
import static dev.weir.Operators.raceWith;
import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.Misbehaviour;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RaceTest {
    private final TestPublisher<Integer> first = TestPublisher.create();
    private final TestPublisher<Integer> second = TestPublisher.create();
    private final Many<Integer> race = first.many().through(raceWith(second.many()));

    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(raceWith()));
        OperatorLaws.check(many -> many.through(raceWith(Many.never(), Many.never())));
        OperatorLaws.check(many -> Many.<Integer>never().through(raceWith(many)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.<Integer>never().through(raceWith(Many.range(0, (int) n))));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(raceWith(Many.never())));
    }

    @Test
    void whoeverSignalsFirstIsTheStream() {
        assertMarble("--a-b|", "-c-d|", (one, other) -> one.through(raceWith(other)), "-c-d|");
        assertMarble("-a--b|", "--c-d|", (one, other) -> one.through(raceWith(other)), "-a--b|");
        assertMarble("--a-b|", "-|", (one, other) -> one.through(raceWith(other)), "-|");
        assertMarble("--a-b|", "-#", (one, other) -> one.through(raceWith(other)), "-#");
    }

    @Test
    void bothAreAskedUntilOneHasSignalled() {
        Probe<Integer> probe = Probe.subscribeTo(race, 2);
        first.assertRequested(2);
        second.assertRequested(2).next(1);
        first.assertCancelled();
        probe.request(3);
        second.assertRequested(5).next(2).complete();
        first.assertRequested(2);
        probe.assertItems(1, 2).assertCompleted();
    }

    @Test
    void aCancellationReachesAll() {
        Probe.subscribeTo(race, 1).cancel();
        first.assertCancelled();
        second.assertCancelled();
        Probe<Integer> probe = Probe.subscribeTo(first.many().through(raceWith(second.many())), 1);
        second.next(1);
        probe.cancel();
        second.assertCancelled();
    }

    @Test
    void whoIsBehindIsNotSubscribedTo() {
        List<String> begun = new ArrayList<>();
        Probe.subscribeTo(Many.<Integer>empty()
                        .through(raceWith(Many.of(1).through(doOnSubscribe(c -> begun.add("other"))))))
                .assertItems()
                .assertCompleted();
        assertEquals(List.of(), begun);
    }

    @Test
    void whatALoserStillSaysIsTold() {
        List<Integer> lost = new ArrayList<>();
        TestPublisher<Integer> deaf = TestPublisher.misbehaving(Misbehaviour.IGNORE_CANCEL);
        Probe<Integer> probe = Probe.subscribeTo(
                first.many().through(raceWith(deaf.many())).onUndelivered(Integer.class, lost::add), 2);
        first.next(1);
        deaf.next(2);
        probe.assertItems(1).assertNotEnded();
        assertEquals(List.of(2), lost);
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of streams
    void theArrayIsCopied() {
        Many<Integer>[] others = new Many[] {Many.of(2)};
        Function<Many<Integer>, Many<Integer>> racing = raceWith(others);
        others[0] = Many.of(3);
        Probe.subscribeTo(Many.<Integer>never().through(racing)).assertItems(2).assertCompleted();
    }

    @Test
    void noneMayBeMissing() {
        assertThrows(NullPointerException.class, () -> Many.of(1).through(raceWith(Many.of(2), null)));
    }

    @Test
    void aCancellationInOnSubscribeStartsNobody() {
        List<Integer> started = new ArrayList<>();
        Many<Integer> many = Many.<Integer>defer(() -> {
                    started.add(1);
                    return Many.never();
                })
                .through(raceWith(Many.never()));
        many.subscribe(Probe.<Integer>unbounded().whenSubscribed(Probe::cancel));
        assertEquals(List.of(), started);
    }
}
