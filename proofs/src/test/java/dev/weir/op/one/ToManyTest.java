package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Upstream;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ToManyTest {
    private final List<Object> seen = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OperatorLaws.checkSource(() -> One.of(1).toMany());
            OperatorLaws.checkSource(() -> One.<Integer>ofNull().toMany());
            OperatorLaws.checkSource(
                    () -> One.<Integer>fail(IllegalStateException::new).toMany());
            OneLaws.check(one -> one.toMany().toList());
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1, n -> One.supply(() -> n == 0 ? null : n).toMany());
    }

    @Test
    void emitsTheValueOrNothing() {
        assertEquals(List.of(1), One.of(1).toMany().toList().await());
        assertEquals(List.of(), One.<Integer>ofNull().toMany().toList().await());
    }

    @Test
    void runsAtTheFirstRequestAndOnlyThen() {
        Probe<Boolean> probe = Probe.subscribeTo(One.supply(() -> seen.add(1)).toMany(), 0);
        assertEquals(List.of(), seen);
        probe.request(1);
        probe.request(1);
        assertEquals(List.of(1), seen);
        probe.assertItems(true);
    }

    @Test
    void aSecondRequestDoesNotDisturbTheRun() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        Probe<Integer> probe =
                Probe.subscribeTo(One.from(stage).doFinally(seen::add).toMany(), 0);
        probe.request(1);
        probe.request(1);
        assertEquals(List.of(), seen);
        stage.complete(1);
        probe.assertItems(1);
        assertEquals(List.of(Ending.COMPLETED), seen);
    }

    @Test
    void cancelledByItsValueItDoesNotComplete() {
        RootStage<Integer> last = new RootStage<>(Context.empty(), 0) {
            private Upstream upstream = Upstream.NONE;

            @Override
            public void onSubscribe(Upstream newUpstream) {
                upstream = newUpstream;
                upstream.request(1);
            }

            @Override
            public boolean onNext(Integer item) {
                upstream.cancel();
                return seen.add(item);
            }

            @Override
            public void onError(Throwable failure) {
                seen.add(failure);
            }

            @Override
            public void onComplete() {
                seen.add("completed");
            }

            @Override
            public void crash(Throwable failure) {
                seen.add(failure);
            }
        };
        Source.connect(One.of(1).toMany(), last, last);
        assertEquals(List.of(1), seen);
    }

    @Test
    void cancelsTheOne() {
        Probe.subscribeTo(One.never().doFinally(seen::add).toMany()).cancel();
        assertEquals(List.of(Ending.CANCELLED), seen);
    }

    @Test
    void cancelledBeforeARequestItNeverRuns() {
        Probe<Boolean> probe = Probe.subscribeTo(One.supply(() -> seen.add(1)).toMany(), 0);
        probe.cancel();
        probe.request(1);
        assertEquals(List.of(), seen);
    }
}
