package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;
import java.util.Arrays;

/**
 * How long a stream may take; {@link #FOREVER} sets no limit.
 *
 * @param first from when an item is first asked for to that or the end
 * @param gap from one item, or when the next is asked for if that is later, to the next or the end
 * @param total from the subscription to the end
 */
public record TimeoutOptions(Duration first, Duration gap, Duration total) {
    /** No limit. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    public TimeoutOptions {
        Arrays.asList(first, gap, total).forEach(limit -> Argument.positive(limit, "a timeout"));
    }

    /** The same limit for the first item and for each gap after it. */
    public static TimeoutOptions each(Duration limit) {
        return new TimeoutOptions(limit, limit, FOREVER);
    }

    public static TimeoutOptions first(Duration limit) {
        return new TimeoutOptions(limit, FOREVER, FOREVER);
    }

    public static TimeoutOptions total(Duration limit) {
        return new TimeoutOptions(FOREVER, FOREVER, limit);
    }

    public TimeoutOptions andTotal(Duration limit) {
        return new TimeoutOptions(first, gap, limit);
    }
}
