package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Operators;
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

class DoOnRequestTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.doOnRequest(n -> {})));
        OperatorLaws.check(many -> many.through(Operators.doOnSubscribe(context -> {})));
        OperatorLaws.check(many -> many.through(Operators.doOnCancel(() -> {})));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).through(Operators.doOnRequest(any -> {})));
    }

    @Test
    void isToldOfEachRequest() {
        List<Long> requests = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 9).through(Operators.doOnRequest(requests::add)), 1);
        probe.request(2);
        assertEquals(List.of(1L, 2L), requests);
    }

    @Test
    void whatItThrowsFailsTheStream() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.doOnRequest(n -> {
            throw new IllegalStateException();
        })));
        probe.assertFailed(IllegalStateException.class);
        source.assertCancelled();
    }

    @Test
    void theOthersAreCalledInTheirMoment() {
        List<String> calls = new ArrayList<>();
        Many<Integer> many = Many.<Integer>never()
                .through(Operators.<Integer>doOnSubscribe(context -> calls.add("subscribed as " + context.name())))
                .through(Operators.<Integer>doOnCancel(() -> calls.add("cancelled")))
                .named("n");
        Probe.subscribeTo(many).cancel();
        assertEquals(List.of("subscribed as n", "cancelled"), calls);
    }
}
