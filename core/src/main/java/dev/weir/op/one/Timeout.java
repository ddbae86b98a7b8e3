package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
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
        this.limit = Argument.positive(limit, "the limit of a timeout");
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Timing(this);
    }

    @Override
    protected Step<?> above() {
        return of(source);
    }

    private Failure late(Run run) {
        return failed(
                new TimeoutException("timeout: the One did not end within " + limit
                        + Failures.inPipeline(pipeline(run.context(), source))),
                null,
                run);
    }

    /**
     * The run, the timer and a cancellation race: the timer fails this only if it could cancel the run, whose end
     * comes only if nobody did.
     */
    private static final class Timing extends Pending {
        private final Timeout<?> timeout;
        private final Slot timer = new Slot();

        Timing(Timeout<?> timeout) {
            this.timeout = timeout;
        }

        @Override
        protected void start(Run starting) {
            Part run = new Part(starting, this::ended);
            onCancel(() -> {
                timer.cancel();
                run.cancel();
            });
            timer.put(context().clock().schedule(() -> late(run), timeout.limit));
            run.start(timeout.source);
        }

        private void ended(@Nullable Object outcome) {
            timer.cancel();
            accept(outcome);
        }

        private void late(Part run) {
            if (run.stop()) {
                accept(timeout.late(run));
            }
        }
    }
}
