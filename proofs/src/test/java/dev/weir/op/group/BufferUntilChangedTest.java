package dev.weir.op.group;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class BufferUntilChangedTest {
    private static <T> Function<Many<T>, Many<List<T>>> same(int most) {
        return Operators.bufferUntilChanged(most, item -> item);
    }

    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.bufferUntilChanged(10, i -> i / 3)));
        OperatorLaws.check(many -> many.through(Operators.bufferUntilChanged(2, i -> 0)));
        OperatorLaws.ofFunction((many, fault) ->
                        many.through(Operators.bufferUntilChanged(10, i -> fault.at(i, i / 2))))
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(Operators.bufferUntilChanged(10, i -> i)));
    }

    @Test
    void aListEndsWhereTheKeyChanges() {
        assertMarble("a-a-b-a|", s -> s.through(same(10)), "----{[a, a]}-{[b]}({[a]}|)");
        assertMarble("a-a-#", s -> s.through(same(10)), "----#");
        assertMarble("--|", s -> s.through(same(10)), "--|");
    }

    @Test
    void aListHasNoMoreThanTheMost() {
        Probe.subscribeTo(Many.of(1, 1, 1, 1, 1, 2).through(same(2)))
                .assertItems(List.of(1, 1), List.of(1, 1), List.of(1), List.of(2))
                .assertCompleted();
    }

    @Test
    void asMuchIsReadAsIsAskedFor() {
        Probe<List<Integer>> probe = Probe.subscribeTo(Many.of(1, 1, 2, 3).through(same(9)), 1);
        probe.assertItems(List.of(1, 1)).request(1);
        probe.assertItems(List.of(1, 1), List.of(2)).request(1);
        probe.assertItems(List.of(1, 1), List.of(2), List.of(3)).assertCompleted();
    }

    @Test
    void refusesWhatCanNotBe() {
        Many<Integer> source = Many.of(1);
        assertThrows(IllegalArgumentException.class, () -> source.through(same(0)));
        assertThrows(NullPointerException.class, () -> source.through(Operators.bufferUntilChanged(1, null)));
    }
}
