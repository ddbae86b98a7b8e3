package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CountTest {
    @Test
    void laws() {
        OperatorLaws.of(many -> many.count().toMany()).requestsUnbounded().check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.count().toMany());
    }

    @Test
    void countsTheItems() {
        assertEquals(0, Many.empty().count().await());
        assertEquals(50, Many.range(0, 100).filter(i -> i % 2 == 0).count().await());
    }

    @Test
    void fails() {
        assertThrows(
                IllegalStateException.class,
                () -> Many.fail(IllegalStateException::new).count().await());
    }
}
