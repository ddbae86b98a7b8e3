package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.proofs.UndeliveredTest.Operator;
import dev.weir.proofs.UndeliveredTest.Run;
import dev.weir.proofs.UndeliveredTest.Token;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Timers that come early, as those of a coarse clock may, change no items: nobody waits for ever for the rest of a time. */
class EarlyTimersTest {
    private static final int MANY = 100;

    @TestFactory
    Stream<DynamicTest> changeNoItems() {
        return UndeliveredTest.OPERATORS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> check(row.getValue())));
    }

    private static void check(Operator operator) {
        for (Many<Token> end : List.of(Many.<Token>empty(), Many.<Token>never())) {
            Run usual = new Run(operator, end);
            Run early = new Run(operator, end);
            assertEquals(seen(usual, usual.time), seen(early, new EarlyClock(early.time)));
        }
    }

    /** The items, and how it ended. */
    private static List<Object> seen(Run run, Clock clock) {
        List<Object> seen = new ArrayList<>();
        Probe<Object> probe = Probe.demanding(MANY);
        run.many
                .<Object>map(item -> item)
                .doFinally(seen::add)
                .withContext(context -> context.withClock(clock))
                .subscribe(probe);
        run.time.advance(UndeliveredTest.SECOND.multipliedBy(MANY));
        seen.addAll(probe.items());
        return seen;
    }
}
