package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.LogLines;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FirstTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.first().toMany());
        OperatorLaws.check(many -> many.filter(i -> i > 1).first().toMany());
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.filter(i -> i > 2).first().toMany());
    }

    @Test
    void isNullIfThereIsNone() {
        assertEquals(1, Many.of(1, 2).first().await());
        assertNull(Many.empty().first().await());
    }

    @Test
    void asksForOneAndCancelsTheRest() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Integer> values = new ArrayList<>();
        source.many().first().subscribe(values::add);
        source.assertRequested(1).next(7).assertCancelled();
        assertEquals(List.of(7), values);
    }

    @Test
    void whatFailsWhileTheFirstIsHandledIsNoWarning() {
        TestPublisher<Integer> source = TestPublisher.create();
        List<Integer> values = new ArrayList<>();
        try (LogLines log = LogLines.of("dev.weir")) {
            source.many().first().subscribe(value -> {
                source.error(new IllegalStateException("cut off"));
                values.add(value);
            });
            source.next(7);
            assertEquals(List.of(), log.lines());
        }
        assertEquals(List.of(7), values);
    }

    @Test
    void aFailureBeforeTheFirstFails() {
        assertThrows(
                IllegalStateException.class,
                () -> Many.fail(IllegalStateException::new).first().await());
        assertEquals(
                1,
                Many.concat(Many.of(1), Many.fail(IllegalStateException::new))
                        .first()
                        .await());
    }
}
