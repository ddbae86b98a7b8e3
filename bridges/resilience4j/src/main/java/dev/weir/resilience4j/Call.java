package dev.weir.resilience4j;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that was let in. It ends once, also where a cancellation meets the value on its way. */
final class Call {
    private final Duration delay;
    private final Consumer<@Nullable Object> succeeded;
    private final Consumer<Throwable> failed;
    private final Runnable cancelled;
    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * One that begins.
     *
     * @param delay before it begins
     * @param succeeded is told of the value; of null where there is none
     * @param cancelled is told of a call that nobody waited for, of which nothing is known
     */
    Call(Duration delay, Consumer<@Nullable Object> succeeded, Consumer<Throwable> failed, Runnable cancelled) {
        this.delay = delay;
        this.succeeded = succeeded;
        this.failed = failed;
        this.cancelled = cancelled;
    }

    Duration delay() {
        return delay;
    }

    void succeed(@Nullable Object value) {
        if (ends()) {
            succeeded.accept(value);
        }
    }

    void fail(Throwable failure) {
        if (ends()) {
            failed.accept(failure);
        }
    }

    void cancel() {
        if (ends()) {
            cancelled.run();
        }
    }

    private boolean ends() {
        return over.compareAndSet(false, true);
    }
}
