package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class LastTest {
    @Test
    void laws() {
        OneLaws.check(one -> one.toMany().last());
        OneLaws.check(one -> one.toMany().startWith(5).last());
        OneLaws.check(one -> one.flatMapMany(value -> Many.of(1)).through(Operators.single()));
    }

    @Test
    void givesTheLastItem() {
        assertEquals(3, Many.of(1, 2, 3).last().await());
        assertNull(Many.empty().last().await());
        assertThrows(
                IllegalStateException.class,
                Many.concat(Many.of(1), Many.fail(IllegalStateException::new)).last()::await);
    }

    @Test
    void singleGivesTheOnlyItem() {
        assertEquals(1, Many.of(1).through(Operators.single()).await());
        assertEquals(
                "single: there is no item",
                assertThrows(NoSuchElementException.class, Many.empty().through(Operators.single())::await)
                        .getMessage());
    }

    @Test
    void aSecondItemFailsSingleAtOnce() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Throwable> failures = new ArrayList<>();
        source.many().through(Operators.single()).subscribe(value -> {}, failures::add);
        source.assertRequested(2).next(1, 2).assertCancelled();
        assertEquals(
                "single: the stream has more than one item", failures.getFirst().getMessage());
    }

    @Test
    void tellsOfTheLastSoFarIfItIsCancelled() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Integer> told = new ArrayList<>();
        Cancellable subscription =
                source.many().last().onUndelivered(Integer.class, told::add).subscribe(value -> {});
        source.next(1, 2);
        assertEquals(List.of(1), told);
        subscription.cancel();
        assertEquals(List.of(1, 2), told);
    }

    @Test
    void bothItemsThatSingleRefusesAreTold() {
        List<Integer> told = new ArrayList<>();
        assertThrows(
                IllegalStateException.class,
                Many.of(1, 2, 3).through(Operators.single()).onUndelivered(Integer.class, told::add)::await);
        assertEquals(List.of(1, 2), told);
    }

    @Test
    void tellsOfWhatIsNotTheLast() {
        List<Integer> told = new ArrayList<>();
        assertEquals(
                3,
                Many.of(1, 2, 3).last().onUndelivered(Integer.class, told::add).await());
        assertEquals(List.of(1, 2), told);
    }
}
