package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class SingleTest {
    @Test
    void laws() {
        OneLaws.check(one -> one.flatMapMany(value -> Many.of(1)).through(Operators.single()));
    }

    @Test
    void givesTheOnlyItem() {
        assertEquals(1, Many.of(1).through(Operators.single()).await());
        assertEquals(
                "single: there is no item",
                assertThrows(NoSuchElementException.class, Many.empty().through(Operators.single())::await)
                        .getMessage());
    }

    @Test
    void aSecondItemFailsItAtOnce() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Throwable> failures = new ArrayList<>();
        source.many().through(Operators.single()).subscribe(value -> {}, failures::add);
        source.assertRequested(2).next(1, 2).assertCancelled();
        assertEquals(
                "single: the stream has more than one item", failures.getFirst().getMessage());
    }

    @Test
    void bothItemsThatItRefusesAreTold() {
        List<Integer> told = new ArrayList<>();
        assertThrows(
                IllegalStateException.class,
                Many.of(1, 2, 3).through(Operators.single()).onUndelivered(Integer.class, told::add)::await);
        assertEquals(List.of(1, 2), told);
    }
}
