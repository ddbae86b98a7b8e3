package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class OnErrorReturnTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.onErrorReturn(failure -> 5)).recovers().check();
            OneLaws.checkFunction((one, fault) -> one.onErrorReturn(failure -> fault.at(1, 5)));
        }
    }

    @Test
    void replacesAFailureOnly() {
        assertEquals(1, One.of(1).onErrorReturn(failure -> 5).await());
        assertEquals(
                "broken",
                One.<String>fail(() -> broken)
                        .onErrorReturn(Throwable::getMessage)
                        .await());
        assertNull(One.<String>fail(() -> broken).onErrorReturn(failure -> null).await());
    }

    @Test
    void aFunctionThatThrowsKeepsTheFirstFailure() {
        RuntimeException thrown = new RuntimeException("thrown");
        One<Integer> one = One.<Integer>fail(() -> broken).onErrorReturn(failure -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, one::await));
        assertSame(broken, Suppressed.of(thrown)[0]);
    }

    @Test
    void aFailureFromWhichItRecoversIsNotWrittenInto() {
        assertEquals(
                5, One.<Integer>fail(() -> broken).onErrorReturn(failure -> 5).await());
        assertArrayEquals(new Throwable[0], broken.getSuppressed());
    }
}
