package dev.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ValveTest {
    private final Valve valve = new Valve();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.pausable(valve)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(Operators.pausable(valve)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.pausable(valve)));
    }

    @Test
    void letsThroughWhatComesWhileItIsOpen() {
        Probe.subscribeTo(Many.range(0, 3).through(Operators.pausable(valve)))
                .assertItems(0, 1, 2)
                .assertCompleted();
    }

    @Test
    void holdsBackOneItemWhileItIsClosedAndAsksForNoMore() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.pausable(valve)));
        source.next(1);
        valve.close();
        valve.close();
        source.next(2);
        probe.assertItems(1);
        source.assertRequested(2);
        valve.open();
        valve.open();
        probe.assertItems(1, 2);
        source.next(3).complete();
        probe.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void isForAnyNumberOfStreams() {
        valve.close();
        Many<Integer> paused = Many.range(0, 2).through(Operators.pausable(valve));
        Probe<Integer> one = Probe.subscribeTo(paused);
        Probe<Integer> other = Probe.subscribeTo(paused);
        valve.open();
        one.assertItems(0, 1).assertCompleted();
        other.assertItems(0, 1).assertCompleted();
    }

    @Test
    void whatWaitsIsToldWhenItIsCancelled() {
        List<Integer> lost = new ArrayList<>();
        valve.close();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.range(7, 2).through(Operators.pausable(valve)).onUndelivered(Integer.class, lost::add));
        probe.cancel();
        valve.open();
        probe.assertItems();
        assertEquals(List.of(7), lost);
    }

    @Test
    void whatComesWhileItIsCancelledIsTold() {
        List<Integer> lost = new ArrayList<>();
        valve.close();
        Probe<Integer> probe = Probe.unbounded();
        Many.range(7, 2)
                .doOnNext(item -> probe.cancel())
                .through(Operators.pausable(valve))
                .onUndelivered(Integer.class, lost::add)
                .subscribe(probe);
        valve.open();
        probe.assertItems();
        assertEquals(List.of(7), lost);
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> Operators.pausable(null));
    }
}
