package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.op.kernel.root.Undelivered;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the numbers that are told as undelivered. */
public final class Losses {
    private final AtomicInteger count = new AtomicInteger();

    public Context context() {
        return in(Context.empty());
    }

    public Context in(Context context) {
        return Undelivered.with(Integer.class, item -> count.incrementAndGet()).apply(context);
    }

    public int count() {
        return count.get();
    }

    /** What became of those that were sent: each was delivered, or else told as undelivered. */
    public String balance(int sent, int delivered) {
        int missing = sent - delivered - count();
        return missing == 0 ? "all told" : missing > 0 ? missing + " lost" : -missing + " told twice";
    }
}
