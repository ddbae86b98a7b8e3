package dev.weir.op.watch;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.VirtualThreads;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A line in the log for each signal: {@code [PIPELINE/NAME] signal (on THREAD)}. */
public record Log(System.Logger logger, String name) {
    public Log(String name) {
        this(System.getLogger("dev.weir." + Objects.requireNonNull(name, "name")), name);
    }

    public <T> Many<T> of(Many<T> source) {
        return Many.deferContextual(context -> {
            tellOrDrop(context, "subscribe", "");
            Many<T> all = source.doOnNext(item -> tell(context, "next ", item))
                    .doOnError(failure -> tellOrDrop(context, "error ", failure))
                    .doOnComplete(() -> tellOrDrop(context, "complete", ""))
                    .through(Operators.doOnCancel(() -> tellOrDrop(context, "cancel", "")));
            return new DoOnRequest<>(all, n -> tellOrDrop(context, "request ", n == Long.MAX_VALUE ? "unbounded" : n));
        });
    }

    public <T extends @Nullable Object> One<T> of(One<T> source) {
        return One.deferContextual(context -> {
            tellOrDrop(context, "subscribe", "");
            return source.doOnValue(value -> tell(context, "value ", value))
                    .doOnError(failure -> tellOrDrop(context, "error ", failure))
                    .doOnCancel(() -> tellOrDrop(context, "cancel", ""));
        });
    }

    /**
     * Writes a line. The default format of java.util.logging tells neither the logger nor the thread, so the line does.
     *
     * @throws RuntimeException or whatever else the detail's {@code toString} or the log throws
     */
    private void tell(Context context, String signal, @Nullable Object detail) {
        logger.log(Level.INFO, () -> {
            String pipeline = context.name().isEmpty() ? "" : context.name() + '/';
            return "[" + pipeline + name + "] " + signal + detail + " (on " + VirtualThreads.current() + ')';
        });
    }

    /** Writes a line that nobody else has to know about if it can't be written. */
    private void tellOrDrop(Context context, String signal, @Nullable Object detail) {
        Dropped.reportThrown(() -> tell(context, signal, detail), context);
    }
}
