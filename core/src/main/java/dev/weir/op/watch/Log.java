package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.op.kernel.root.SignalLog;

/** A line in the log for each signal. */
public final class Log {
    private Log() {}

    public static <T> Many<T> of(Many<T> source, String name) {
        SignalLog log = new SignalLog(name);
        return Many.deferContextual(seen -> {
            log.tellOrDrop(seen, "subscribe", "");
            Many<T> all = source.doOnNext(item -> log.tell(seen, "next ", item))
                    .doOnError(failure -> log.tellOrDrop(seen, "error ", failure))
                    .doOnComplete(() -> log.tellOrDrop(seen, "complete", ""))
                    .through(Operators.doOnCancel(() -> log.tellOrDrop(seen, "cancel", "")));
            return new DoOnRequest<>(all, n -> log.tellOrDrop(seen, "request ", n == Long.MAX_VALUE ? "unbounded" : n));
        });
    }
}
