package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastTest {
    @Test
    void laws() {
        OneLaws.check(one -> one.toMany().last());
        OneLaws.check(one -> one.toMany().startWith(5).last());
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
    void tellsOfWhatIsNotTheLast() {
        List<Integer> told = new ArrayList<>();
        assertEquals(
                3,
                Many.of(1, 2, 3).last().onUndelivered(Integer.class, told::add).await());
        assertEquals(List.of(1, 2), told);
    }
}
