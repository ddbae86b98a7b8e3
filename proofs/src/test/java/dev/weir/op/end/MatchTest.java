package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MatchTest {
    private static final Many<Integer> ENDLESS = Many.unfold(0, i -> new Many.Unfolded<>(i, i + 1));

    @Test
    void laws() {
        OperatorLaws.of(many -> many.anyMatch(i -> i > 1).toMany())
                .requestsUnbounded()
                .check();
        OperatorLaws.of(many -> many.allMatch(i -> true).toMany())
                .requestsUnbounded()
                .check();
        OperatorLaws.ofFunction(
                        (many, fault) -> many.anyMatch(i -> fault.at(i, false)).toMany())
                .requestsUnbounded()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.anyMatch(i -> i > 2).toMany());
    }

    @Test
    void tellsWhetherItemsSatisfy() {
        assertTrue(Many.of(1, 2).anyMatch(i -> i == 2).await());
        assertFalse(Many.of(1, 2).anyMatch(i -> i == 3).await());
        assertTrue(Many.of(1, 2).allMatch(i -> i > 0).await());
        assertFalse(Many.of(1, -2).allMatch(i -> i > 0).await());
        assertTrue(Many.<Integer>empty().allMatch(i -> i > 0).await());
        TestPublisher<Integer> source = TestPublisher.create();
        source.many().anyMatch(i -> i == 1).subscribe();
        source.next(1).assertCancelled();
    }

    @Test
    void stopsAStreamWithoutEndAtTheItemThatSettlesIt() {
        List<Boolean> undelivered = new ArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        boolean any = ENDLESS.anyMatch(i -> asked.incrementAndGet() == 5)
                .onUndelivered(Boolean.class, undelivered::add)
                .await();
        assertTrue(any);
        assertEquals(5, asked.get());
        assertEquals(List.of(), undelivered);
    }
}
