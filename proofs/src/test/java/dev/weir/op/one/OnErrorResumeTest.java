package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnErrorResumeTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.onErrorResume(failure -> One.of(5)))
                    .recovers()
                    .check();
            OneLaws.of(one -> one.onErrorResume(failure -> One.of(5).delay(Duration.ofSeconds(1))))
                    .recovers()
                    .check();
            OneLaws.of(one -> one.onErrorReturn(failure -> 5)).recovers().check();
            OneLaws.checkFunctionToOne((one, fault) -> one.onErrorResume(failure -> fault.at(1, One.of(5))));
            OneLaws.checkFunction((one, fault) -> one.onErrorReturn(failure -> fault.at(1, 5)));
        }
    }

    @Test
    void goesOnAfterAFailureOnly() {
        assertEquals(1, One.of(1).onErrorResume(failure -> One.of(5)).await());
        assertEquals(
                "after broken",
                One.<String>fail(() -> broken)
                        .onErrorResume(failure -> One.of("after " + failure.getMessage()))
                        .await());
        assertEquals(
                "broken",
                One.<String>fail(() -> broken)
                        .onErrorReturn(Throwable::getMessage)
                        .await());
    }

    @Test
    void aFunctionThatThrowsKeepsTheFirstFailure() {
        RuntimeException thrown = new RuntimeException("thrown");
        One<Integer> one = One.<Integer>fail(() -> broken).onErrorResume(failure -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, one::await));
        assertSame(broken, thrown.getSuppressed()[0]);
    }

    @Test
    void aFunctionMayThrowTheFailureItself() {
        IllegalStateException failure = new IllegalStateException("broken");
        One<Integer> one = One.<Integer>fail(() -> failure).onErrorResume(same -> {
            throw (IllegalStateException) same;
        });
        List<Throwable> told = new ArrayList<>();
        one.subscribe(i -> {}, told::add);
        assertEquals(List.of(failure), told);
        assertArrayEquals(new Throwable[0], Suppressed.of(failure));
    }

    @Test
    void recursionDoesNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> assertEquals(0, failing(1_000_000).await()));
    }

    private One<Integer> failing(int n) {
        return One.<Integer>fail(() -> broken).onErrorResume(failure -> n == 0 ? One.of(0) : failing(n - 1));
    }
}
