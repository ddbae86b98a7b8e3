package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Ending;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DoFinallyTest {
    private final List<Ending> endings = new ArrayList<>();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.doFinally(ending -> {}));
        OperatorLaws.check(many -> many.doFinally(ending -> {}).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).doFinally(ending -> {}));
    }

    @Test
    void actsOnceForEachEnding() {
        Probe.subscribeTo(watched(Many.of(1))).assertCompleted().cancel();
        assertEquals(List.of(Ending.COMPLETED), endings);
        Probe.subscribeTo(watched(Many.fail(IllegalStateException::new)))
                .assertFailed(IllegalStateException.class)
                .cancel();
        assertEquals(List.of(Ending.COMPLETED, Ending.FAILED), endings);
        Probe<Integer> probe = Probe.subscribeTo(watched(Many.never()));
        probe.cancel();
        probe.cancel();
        assertEquals(List.of(Ending.COMPLETED, Ending.FAILED, Ending.CANCELLED), endings);
    }

    @Test
    void actsBeforeTheEndGoesOn() {
        for (Many<Integer> many : List.of(Many.of(1), Many.<Integer>fail(IllegalStateException::new))) {
            List<Ending> before = new ArrayList<>();
            Probe<Integer> probe = Probe.<Integer>unbounded().whenEnded(same -> before.addAll(endings));
            watched(many).subscribe(probe);
            assertEquals(List.of(Objects.requireNonNull(probe.ending())), before);
            endings.clear();
        }
    }

    @Test
    void aCancellationInAnswerToTheEndChangesNothing() {
        watched(Many.of(1)).subscribe(Probe.<Integer>unbounded().whenEnded(Probe::cancel));
        assertEquals(List.of(Ending.COMPLETED), endings);
    }

    @Test
    void sharingTheCancellationWithTheLastItemIsACancellation() {
        Probe.subscribeTo(watched(Many.of(1, 2)).take(1)).assertItems(1).assertCompleted();
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void aFailureOfTheActionIsDropped() {
        IllegalStateException unexpected = new IllegalStateException();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many<Integer> many = Many.of(1).doFinally(ending -> {
                throw unexpected;
            });
            Probe.subscribeTo(many.named("orders")).assertItems(1).assertCompleted();
            assertEquals(List.of(unexpected), dropped.failures());
            assertEquals(List.of("orders"), dropped.pipelines());
        }
    }

    @Test
    void aLoopThatSawTheEndHasSeenTheAction() {
        try (Items<Integer> items =
                watched(Many.range(0, 10).publishOn(Thread::startVirtualThread)).iterate()) {
            items.forEach(item -> {});
        }
        assertEquals(List.of(Ending.COMPLETED), endings);
    }

    private Many<Integer> watched(Many<Integer> many) {
        return many.doFinally(endings::add);
    }
}
