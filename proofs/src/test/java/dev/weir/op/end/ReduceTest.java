package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReduceTest {
    @Test
    void laws() {
        OperatorLaws.of(many -> many.reduce(() -> 0, Integer::sum).toMany())
                .requestsUnbounded()
                .check();
        OperatorLaws.ofFunction((many, fault) ->
                        many.reduce(() -> 0, (sum, i) -> fault.at(i, sum + i)).toMany())
                .requestsUnbounded()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.reduce(() -> 0, Integer::sum).toMany());
    }

    @Test
    void foldsFromTheSeed() {
        assertEquals(
                "_abc", Many.of("a", "b", "c").reduce(() -> "_", String::concat).await());
        assertEquals(7, Many.<Integer>empty().reduce(() -> 7, Integer::sum).await());
    }

    @Test
    void makesASeedForEachRun() {
        One<StringBuilder> text = Many.of("a", "b").reduce(StringBuilder::new, StringBuilder::append);
        assertEquals("ab", text.await().toString());
        assertEquals("ab", text.await().toString());
    }

    @Test
    void refusesNull() {
        One<Integer> withoutSeed = Many.of(1).reduce(() -> null, Integer::sum);
        assertEquals(
                "reduce: the seed is null",
                assertThrows(NullPointerException.class, withoutSeed::await).getMessage());
        One<Integer> withoutStep = Many.of(1).reduce(() -> 0, (_, _) -> null);
        assertEquals(
                "reduce: the step returned null",
                assertThrows(NullPointerException.class, withoutStep::await).getMessage());
    }
}
