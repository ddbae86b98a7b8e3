package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DoOnErrorTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        OperatorLaws.check(many -> many.doOnError(failure -> {}));
        OperatorLaws.check(many -> many.doOnError(failure -> {}).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).doOnError(failure -> {}));
    }

    @Test
    void actsBeforeTheFailureGoesOn() {
        List<String> order = new ArrayList<>();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenEnded(same -> order.add("got"));
        failing(failure -> order.add("act on " + failure.getMessage())).subscribe(probe);
        probe.assertFailed(broken::equals);
        assertEquals(List.of("act on broken", "got"), order);
    }

    @Test
    void doesNotActAtACompletion() {
        List<Throwable> failures = new ArrayList<>();
        Probe.subscribeTo(Many.of(1).doOnError(failures::add)).assertCompleted();
        assertEquals(List.of(), failures);
    }

    @Test
    void whatTheActionThrowsIsSuppressed() {
        IllegalArgumentException unexpected = new IllegalArgumentException();
        Probe.subscribeTo(failing(failure -> {
                    throw unexpected;
                }))
                .assertFailed(broken::equals);
        assertArrayEquals(new Throwable[] {unexpected}, Suppressed.of(broken));
    }

    @Test
    void theActionMayThrowTheFailureAgain() {
        Probe.subscribeTo(failing(failure -> {
                    throw (IllegalStateException) failure;
                }))
                .assertFailed(broken::equals);
    }

    private Many<Integer> failing(Consumer<Throwable> action) {
        return Many.<Integer>fail(() -> broken).doOnError(action);
    }

    @Test
    void lawsOfTheCompletion() {
        OperatorLaws.check(many -> many.doOnComplete(() -> {}));
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> Many.of(i).doOnComplete(() -> {
                    if (fault.at(i, i) == null) {
                        throw new NullPointerException();
                    }
                })));
    }

    @Test
    void tellsOfACompletionOnly() {
        List<String> calls = new ArrayList<>();
        Probe.subscribeTo(Many.of(1).doOnComplete(() -> calls.add("completed")))
                .assertItems(1)
                .assertCompleted();
        Probe.subscribeTo(Many.fail(IllegalStateException::new).doOnComplete(() -> calls.add("failed")))
                .assertFailed(IllegalStateException.class);
        Probe.subscribeTo(Many.never().doOnComplete(() -> calls.add("cancelled")))
                .cancel();
        assertEquals(List.of("completed"), calls);
    }
}
