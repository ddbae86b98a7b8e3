package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SomeFailuresTest {
    private static final One<Integer> IO = One.fail(() -> new IOException("gone"));
    private static final One<Integer> STATE = One.fail(() -> new IllegalStateException("bad"));

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.onErrorReturn(IOException.class, failure -> 5));
            OneLaws.of(one -> one.onErrorReturn(RuntimeException.class, failure -> 5))
                    .recovers()
                    .check();
            OneLaws.of(one -> one.onErrorResume(
                            RuntimeException.class, failure -> One.of(5).delay(Duration.ofSeconds(1))))
                    .recovers()
                    .check();
            OneLaws.of(one -> one.onErrorComplete()).recovers().check();
            OneLaws.checkFunctionToOne(
                    (one, fault) -> one.onErrorResume(any -> true, failure -> fault.at(1, One.of(5))));
            OneLaws.checkFunction((one, fault) -> one.onErrorReturn(Throwable.class, failure -> fault.at(1, 5)));
        }
    }

    @Test
    void isForSomeFailuresOnly() {
        assertEquals(
                "gone",
                IO.map(String::valueOf)
                        .onErrorReturn(IOException.class, IOException::getMessage)
                        .await());
        assertThrows(IllegalStateException.class, STATE.onErrorReturn(IOException.class, failure -> 1)::await);
        assertEquals(
                1,
                STATE.onErrorResume(failure -> "bad".equals(failure.getMessage()), failure -> One.of(1))
                        .await());
        assertEquals(
                2, IO.onErrorResume(IOException.class, failure -> One.of(2)).await());
        assertThrows(IllegalStateException.class, STATE.onErrorResume(IOException.class, failure -> One.of(2))::await);
        assertNull(IO.onErrorComplete().await());
        assertNull(IO.onErrorComplete(IOException.class::isInstance).await());
        assertThrows(IllegalStateException.class, STATE.onErrorComplete(IOException.class::isInstance)::await);
    }

    @Test
    void mapsFailures() {
        assertEquals(
                "gone",
                assertThrows(
                                UncheckedIOException.class,
                                IO.onErrorMap(IOException.class, UncheckedIOException::new)::await)
                        .getCause()
                        .getMessage());
        assertThrows(
                IllegalStateException.class, STATE.onErrorMap(IOException.class, UncheckedIOException::new)::await);
        assertThrows(ArithmeticException.class, STATE.onErrorMap(failure -> new ArithmeticException())::await);
        assertThrows(NullPointerException.class, STATE.onErrorMap(failure -> null)::await);
    }
}
