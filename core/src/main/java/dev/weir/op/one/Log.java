package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A line in the log for the outcome. */
public final class Log<T extends @Nullable Object> extends Link<T, T> {
    private final System.Logger logger;
    private final String prefix; // the default format of java.util.logging does not tell the logger

    public Log(One<T> source, String name) {
        super(source);
        this.logger = System.getLogger("dev.weir." + Objects.requireNonNull(name, "name"));
        this.prefix = "[" + name + "] ";
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        log("subscribe", "");
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        log("value ", value);
        return value;
    }

    @Override
    public Object recover(Failure failure, Context context, int depth) {
        log("error ", failure.error());
        return failure;
    }

    @Override
    public void cancelled() {
        log("cancel", "");
    }

    private void log(String signal, @Nullable Object detail) {
        if (logger.isLoggable(System.Logger.Level.INFO)) {
            logger.log(System.Logger.Level.INFO, prefix + signal + detail);
        }
    }
}
