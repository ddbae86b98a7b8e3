package dev.weir.resilience4j;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call, with the permission that it has. It ends once, also where a cancellation meets its begin, or the value on its way. */
final class Call {
    private final AtomicReference<@Nullable Permission> held = new AtomicReference<>();

    /** Takes a permission; returns how long the call has to wait. */
    Duration begin(Supplier<Permission> permissions) {
        Permission taken = permissions.get();
        if (!held.compareAndSet(null, taken)) {
            taken.cancelled().run();
        }
        return taken.delay();
    }

    void succeed(@Nullable Object value) {
        end().succeeded().accept(value);
    }

    void fail(Throwable failure) {
        end().failed().accept(failure);
    }

    void cancel() {
        end().cancelled().run();
    }

    private Permission end() {
        return Objects.requireNonNullElse(held.getAndSet(Permission.NONE), Permission.NONE);
    }
}
