package dev.weir.op.kernel.root;

import dev.weir.Clock;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ObjLongConsumer;

/**
 * Lets the first of failures that are alike be told, and tells after a second how many more there were.
 *
 * @param summary told how many were not the first
 * @param counts none, at the beginning
 */
record Repeats(Clock clock, ObjLongConsumer<Kind> summary, ConcurrentMap<Kind, Long> counts) {
    private static final int MOST_KINDS = 100;
    private static final Kind OTHERS = new Kind("(of many names)", Throwable.class);

    /** What is alike. */
    record Kind(String pipeline, Class<?> type) {}

    /** Counts one; whether it is the first of its kind within a second. */
    boolean isFirst(Kind kind) {
        Kind counted = counts.size() < MOST_KINDS || counts.containsKey(kind) ? kind : OTHERS;
        boolean first = counts.merge(counted, 1L, Long::sum) == 1;
        if (first) {
            try {
                var _ = clock.schedule(() -> end(counted), Duration.ofSeconds(1));
            } catch (Throwable noTimer) { // the next one would be the first, too
                counts.remove(counted);
            }
        }
        return first;
    }

    private void end(Kind kind) {
        Long count = counts.remove(kind);
        if (count != null && count > 1) {
            summary.accept(kind, count - 1);
        }
    }
}
