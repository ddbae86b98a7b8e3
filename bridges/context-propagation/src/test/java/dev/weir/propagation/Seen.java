package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.micrometer.context.ContextRegistry;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What functions saw. */
final class Seen {
    static final String KEY = "value";
    static final ThreadLocal<String> VALUE = new ThreadLocal<>();
    static final ScopedValue<String> SCOPED = ScopedValue.newInstance();

    static {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, VALUE);
        Propagation.carry(SCOPED);
    }

    private final String expected;
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger left = new AtomicInteger(-1); // calls until one fails
    private @Nullable Error failing;

    Seen(String expected) {
        this.expected = expected;
    }

    /** Has the {@code number}th call of a function throw something. */
    Seen failing(int number, Error thrown) {
        left.set(number);
        failing = thrown;
        return this;
    }

    /** To be called in a function. */
    <V> V in(V value) {
        if (left.get() > 0 && left.decrementAndGet() == 0) {
            throw Objects.requireNonNull(failing);
        }
        seen.add(String.valueOf(VALUE.get()));
        if (SCOPED.isBound()) {
            seen.add(SCOPED.get().equals("mine") ? expected : "wrongly bound");
        } else if (expected.equals("mine")) {
            seen.add("not bound");
        }
        return value;
    }

    /** How often a function was called and did not fail. */
    int calls() {
        return seen.size();
    }

    void check() {
        assertFalse(seen.isEmpty(), "no function was called");
        assertEquals(Set.of(expected), Set.copyOf(seen), () -> "seen: " + List.copyOf(seen));
    }
}
