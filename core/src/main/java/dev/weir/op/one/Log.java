package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import dev.weir.op.kernel.SignalLog;
import dev.weir.op.kernel.Then;
import org.jspecify.annotations.Nullable;

/** A line in the log for the outcome. */
public final class Log<T extends @Nullable Object> extends Link<T, T> {
    private final SignalLog log;

    public Log(One<T> source, String name) {
        super(source);
        this.log = new SignalLog(name);
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        log.tell(context, "subscribe", "");
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal
                ? signal.through(new Outcome(log, context), context, depth)
                : resume(polled, context, depth);
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        log.tell(context, "value ", value);
        return value;
    }

    /** What is still to come; a cancellation does not say in which context it was. */
    private record Outcome(SignalLog log, Context context) implements Then {
        @Override
        public @Nullable Object resume(@Nullable Object value, Context unused, int depth) {
            log.tell(context, "value ", value);
            return value;
        }

        @Override
        public Object recover(Failure failure, Context unused, int depth) {
            log.tell(context, "error ", failure.error());
            return failure;
        }

        @Override
        public void cancelled() {
            log.tell(context, "cancel", "");
        }
    }
}
