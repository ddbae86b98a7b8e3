package dev.weir.op.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OnErrorMapTest {
    @Test
    void laws() {
        OperatorLaws.of(many -> many.onErrorMap(IllegalArgumentException::new))
                .recovers()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).onErrorMap(IllegalArgumentException::new));
    }

    @Test
    void mapsFailures() {
        Many<String> io = Many.fail(() -> new IOException("gone"));
        Probe.subscribeTo(io.onErrorMap(IOException.class, UncheckedIOException::new))
                .assertFailed(failure -> failure.getCause() instanceof IOException);
        Probe.subscribeTo(io.onErrorMap(any -> new ArithmeticException())).assertFailed(ArithmeticException.class);
        Probe.subscribeTo(io.onErrorMap(ArithmeticException.class, failure -> failure))
                .assertFailed(IOException.class);
        Probe.subscribeTo(io.onErrorMap(any -> null))
                .assertFailed(failure -> failure.getMessage().startsWith("onErrorMap: the failure that the function"));
    }

    @Test
    void aFunctionThatThrowsKeepsTheFailure() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Object> probe =
                Probe.subscribeTo(Many.fail(() -> new IOException("gone")).onErrorMap(failure -> {
                    throw broken;
                }));
        probe.assertFailed(IllegalStateException.class);
        assertEquals("gone", broken.getSuppressed()[0].getMessage());
    }
}
