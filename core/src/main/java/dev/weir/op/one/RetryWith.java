package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.op.kernel.Backoff;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Later;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Pause;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Signal;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.Then;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs again after a failure. */
public final class RetryWith<T extends @Nullable Object> extends Link<T, T> {
    private final Retry retry;

    public RetryWith(One<T> source, Retry retry) {
        super(source);
        this.retry = Objects.requireNonNull(retry, "retry");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        long begin = context.clock().nanoTime();
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal
                ? signal.through(new Attempts(source, new Backoff(retry, context, begin)), context, depth)
                : polled;
    }

    /**
     * The failed attempts of one run. Each next one is polled from the run's loop, which sees a
     * cancellation.
     */
    private static final class Attempts implements Then {
        private final Step<?> source;
        private final Backoff backoff;

        Attempts(Step<?> source, Backoff backoff) {
            this.source = source;
            this.backoff = backoff;
        }

        @Override
        public Object recover(Failure failure, Context context, int depth) {
            long wait;
            try {
                wait = backoff.next(failure.error());
            } catch (Throwable thrown) {
                return failure.replacedBy(thrown);
            }
            if (wait < 0) {
                return failure;
            }
            Pending again = new Later(source);
            Pending next = wait == 0 ? again : new Pause(Duration.ofNanos(wait), again);
            return next.through(this, context, depth);
        }
    }
}
