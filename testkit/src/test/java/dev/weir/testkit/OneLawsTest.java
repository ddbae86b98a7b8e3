package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OneLawsTest {
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    @AfterEach
    void end() {
        over.complete(null);
    }

    /** Laws of an operator that has somebody wait on a thread, once. */
    private static OneLaws waiting(One<?> forWhat, Executor threads) {
        AtomicBoolean begun = new AtomicBoolean();
        return OneLaws.of(one -> one.doOnValue(value -> {
            if (begun.compareAndSet(false, true)) {
                threads.execute(forWhat::await);
            }
        }));
    }

    @Test
    void aThreadThatStaysInsideIsLeftOfWhateverKindItIs() {
        for (Thread.Builder kind : List.of(
                Thread.ofVirtual(),
                Thread.ofPlatform().daemon(),
                Thread.ofPlatform().daemon(false))) {
            OneLaws laws = waiting(One.from(over), kind::start);
            laws.patience = Duration.ofMillis(100);
            String message = assertThrows(AssertionError.class, laws::check).getMessage();
            assertTrue(message.startsWith("broken law: no thread is left after the end"), message);
        }
    }

    @Test
    void whatNeverEndsIsFound() {
        for (Executable checking :
                List.<Executable>of(() -> OneLaws.check(one -> One.never()), () -> OneLaws.checkSource(One::never))) {
            String message = assertThrows(AssertionError.class, checking).getMessage();
            assertTrue(message.startsWith("broken law: there is an outcome if the source has one"), message);
        }
    }

    @Test
    void aThreadThatLeavesIsNotLeft() {
        waiting(One.timer(Duration.ofSeconds(1)), Thread::startVirtualThread).check();
    }
}
