package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.SignalLog;
import dev.weir.op.kernel.run.Continuation;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import org.jspecify.annotations.Nullable;

/** A line in the log for the outcome. */
public final class Log<T extends @Nullable Object> extends Link<T, T> {
    private final SignalLog log;

    public Log(One<T> source, String name) {
        super(source);
        this.log = new SignalLog(name);
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Context context = run.context();
        log.tellOrDrop(context, "subscribe", "");
        Outcome outcome = new Outcome(this, context);
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal
                ? signal.through(outcome, run, depth)
                : outcome.resume(polled, run, depth);
    }

    private @Nullable Object value(@Nullable Object value, Context context, Run run) {
        try {
            log.tell(context, "value ", value);
            return value;
        } catch (Throwable failure) {
            return failed(failure, null, run);
        }
    }

    /** What is still to come; a cancellation does not say in which context it was. */
    private record Outcome(Log<?> step, Context context) implements Continuation {
        @Override
        public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
            return step.value(value, context, run);
        }

        @Override
        public Object recover(Failure failure, Run run, int depth) {
            step.log.tellOrDrop(context, "error ", failure.error());
            return failure;
        }

        @Override
        public void cancelled(Run run) {
            step.log.tellOrDrop(context, "cancel", "");
        }
    }
}
