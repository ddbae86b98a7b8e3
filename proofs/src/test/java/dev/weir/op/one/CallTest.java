package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.testkit.OneLaws;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.call(() -> 1));
        OneLaws.checkSource(() -> One.call(() -> {
            throw new IOException("broken");
        }));
        OneLaws.checkFunction((one, fault) -> one.flatMap(i -> One.call(() -> fault.at(i, i))));
    }

    @Test
    void callsForEachSubscription() {
        AtomicInteger count = new AtomicInteger();
        One<Integer> one = One.call(count::incrementAndGet);
        assertEquals(0, count.get());
        assertEquals(1, one.await());
        assertEquals(2, one.await());
    }

    @Test
    void failsWithWhatIsThrown() {
        IOException thrown = new IOException("broken");
        One<Integer> one = One.call(() -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(CompletionException.class, one::await).getCause());
    }
}
