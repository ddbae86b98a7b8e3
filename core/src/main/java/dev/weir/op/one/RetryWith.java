package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Backoff;
import dev.weir.op.kernel.run.Continuation;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Site;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Runs again after a failure. */
public final class RetryWith<T extends @Nullable Object> extends Link<T, T> {
    private final Retry retry;

    public RetryWith(One<T> source, Retry retry) {
        super(source);
        this.retry = Argument.given(retry, "retry: how to");
        Site.note(retry.filter());
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Attempts attempts = new Attempts(this, new Backoff(retry, run.context()));
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(attempts, run, depth) : polled;
    }

    /**
     * The failed attempts of one run. Each next one is polled from the run's loop, which sees a
     * cancellation.
     */
    private record Attempts(RetryWith<?> step, Backoff backoff) implements Continuation {
        @Override
        public Object recover(Failure failure, Run run, int depth) {
            long wait;
            try {
                wait = backoff.next(failure.error());
            } catch (Throwable thrown) {
                return step.replaced(failure, thrown, step.retry.filter(), run);
            }
            if (wait < 0) {
                return failure;
            }
            Pending again = new FromLoop(step.source) {
                @Override
                protected void dropped(Context seen) {} // a function has had what it begins with
            };
            return (wait == 0 ? again : new Holding(again, Holding.after(Duration.ofNanos(wait))))
                    .through(this, run, depth);
        }
    }
}
