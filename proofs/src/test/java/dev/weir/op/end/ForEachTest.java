package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ForEachTest {
    private final List<Integer> items = new ArrayList<>();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.forEach(i -> {}).toMany())
                .requestsUnbounded()
                .check();
        OperatorLaws.ofFunction(
                        (many, fault) -> many.forEach(i -> fault.at(i, i)).toMany())
                .requestsUnbounded()
                .nullAllowed()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.forEach(i -> {}).toMany());
    }

    @Test
    void callsTheActionWithEachItemAndThenGivesNull() {
        One<Void> done = Many.of(1, 2).forEach(items::add);
        assertEquals(List.of(), items);
        assertNull(done.await());
        assertEquals(List.of(1, 2), items);
    }

    @Test
    void anActionThatThrowsCancelsAndFails() {
        IllegalStateException broken = new IllegalStateException("broken");
        TestPublisher<Integer> source = TestPublisher.create();
        List<Throwable> failures = new ArrayList<>();
        One<Void> done = source.many().forEach(item -> {
            throw broken;
        });
        done.subscribe(value -> {}, failures::add);
        source.next(1).assertCancelled();
        assertEquals(List.of(broken), failures);
    }

    @Test
    void fails() {
        IllegalStateException broken = new IllegalStateException("broken");
        One<Void> done =
                Many.concat(Many.of(1), Many.<Integer>fail(() -> broken)).forEach(items::add);
        assertSame(broken, assertThrows(IllegalStateException.class, done::await));
        assertEquals(List.of(1), items);
    }
}
