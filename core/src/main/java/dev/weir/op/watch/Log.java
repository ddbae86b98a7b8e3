package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.op.kernel.root.SignalLog;

/** A line in the log for each signal. */
public final class Log {
    private Log() {}

    public static <T> Many<T> of(Many<T> source, String name) {
        SignalLog log = new SignalLog(name);
        return Many.deferContextual(context -> {
            log.tellOrDrop(context, "subscribe", "");
            Many<T> told = source.doOnNext(item -> log.tell(context, "next ", item))
                    .doOnError(failure -> log.tellOrDrop(context, "error ", failure))
                    .doOnComplete(() -> log.tellOrDrop(context, "complete", ""))
                    .through(Operators.doOnCancel(() -> log.tellOrDrop(context, "cancel", "")));
            return new DoOnRequest<>(
                    told, n -> log.tellOrDrop(context, "request ", n == Long.MAX_VALUE ? "unbounded" : n));
        });
    }
}
