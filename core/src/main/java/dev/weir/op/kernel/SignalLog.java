package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where {@code log(name)} writes: {@code [PIPELINE/NAME] signal (on THREAD)}. */
public final class SignalLog {
    private final System.Logger logger;
    private final String name;

    public SignalLog(String name) {
        this.logger = System.getLogger("dev.weir." + Objects.requireNonNull(name, "name"));
        this.name = name;
    }

    /** The default format of java.util.logging tells neither the logger nor the thread, so the line does. */
    public void tell(Context context, String signal, @Nullable Object detail) {
        if (logger.isLoggable(System.Logger.Level.INFO)) {
            String pipeline = context.name().isEmpty() ? "" : context.name() + '/';
            logger.log(
                    System.Logger.Level.INFO,
                    "[" + pipeline + name + "] " + signal + detail + " (on " + VirtualThreads.current() + ')');
        }
    }
}
