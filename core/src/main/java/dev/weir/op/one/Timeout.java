package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.Where;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A failure when it takes too long. */
public final class Timeout<T extends @Nullable Object> extends Step<T> {
    private final One<T> source;
    private final Duration limit;

    public Timeout(One<T> source, Duration limit) {
        super(1);
        this.source = source;
        this.limit = Argument.checked(limit, limit.isPositive(), "a timeout must be positive");
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Timing(source, limit);
    }

    @Override
    protected Step<?> above() {
        return of(source);
    }

    /**
     * The run, the timer and a cancellation race: the timer fails this only if it could cancel the run, whose end
     * comes only if nobody did.
     */
    private static final class Timing extends Pending {
        private final One<?> source;
        private final Duration limit;
        private final Slot timer = new Slot();

        Timing(One<?> source, Duration limit) {
            this.source = source;
            this.limit = limit;
        }

        @Override
        protected void start(Context startContext) {
            Run run = new Run(startContext, this::ended);
            onCancel(() -> {
                timer.cancel();
                run.cancel();
            });
            timer.put(startContext.clock().schedule(() -> late(run), limit));
            run.begin(source);
        }

        private void ended(@Nullable Object outcome) {
            timer.cancel();
            accept(outcome);
        }

        private void late(Run run) {
            if (run.stop()) {
                accept(new Failure(new TimeoutException(
                        "timeout: the One did not end within " + limit + Where.in(pipeline(context(), source)))));
            }
        }
    }
}
