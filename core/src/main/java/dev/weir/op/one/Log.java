package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.SignalLog;
import org.jspecify.annotations.Nullable;

/** A line in the log for the outcome. */
public final class Log {
    private Log() {}

    public static <T extends @Nullable Object> One<T> of(One<T> source, String name) {
        SignalLog log = new SignalLog(name);
        return One.deferContextual(context -> {
            log.tellOrDrop(context, "subscribe", "");
            return source.doOnValue(value -> log.tell(context, "value ", value))
                    .doOnError(failure -> log.tellOrDrop(context, "error ", failure))
                    .doOnCancel(() -> log.tellOrDrop(context, "cancel", ""));
        });
    }
}
