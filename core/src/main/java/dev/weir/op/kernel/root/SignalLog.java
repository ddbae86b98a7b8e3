package dev.weir.op.kernel.root;

import dev.weir.Context;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where {@code log(name)} writes: {@code [PIPELINE/NAME] signal (on THREAD)}. */
public record SignalLog(System.Logger logger, String name) {
    public SignalLog(String name) {
        this(System.getLogger("dev.weir." + Objects.requireNonNull(name, "name")), name);
    }

    /**
     * Writes a line. The default format of java.util.logging tells neither the logger nor the thread, so the line does.
     *
     * @throws RuntimeException or whatever else the detail's {@code toString} or the log throws
     */
    public void tell(Context context, String signal, @Nullable Object detail) {
        logger.log(Level.INFO, () -> {
            String pipeline = context.name().isEmpty() ? "" : context.name() + '/';
            return "[" + pipeline + name + "] " + signal + detail + " (on " + VirtualThreads.current() + ')';
        });
    }

    /** Writes a line that nobody else has to know about if it can't be written. */
    public void tellOrDrop(Context context, String signal, @Nullable Object detail) {
        Dropped.reportThrown(() -> tell(context, signal, detail), context);
    }
}
