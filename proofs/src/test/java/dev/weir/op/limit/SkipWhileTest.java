package dev.weir.op.limit;

import static dev.weir.testkit.Marbles.assertMarble;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SkipWhileTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.skipWhile(i -> i < 2));
        OperatorLaws.check(many -> many.skipWhile(i -> i < 3).filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.skipWhile(i -> fault.at(i, true)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(-3, (int) n + 3).skipWhile(i -> i < 0));
    }

    @Test
    void beginsWithTheFirstThatDoesNotSatisfy() {
        assertMarble("a-a-b-a|", s -> s.skipWhile("a"::equals), "----b-a|");
        assertMarble("a-a|", s -> s.skipWhile("a"::equals), "---|");
    }
}
