package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Demand, counted up by any thread; saturates at {@code Long.MAX_VALUE}, which means unbounded and
 * stays.
 */
public class Requested {
    private static final VarHandle COUNT = Atomics.field(MethodHandles.lookup(), "count", long.class);

    private volatile long count;

    /** Adds {@code n > 0} and returns what was there before. */
    public final long add(long n) {
        for (; ; ) {
            long before = count;
            if (before == Long.MAX_VALUE || COUNT.weakCompareAndSet(this, before, sum(before, n))) {
                return before;
            }
        }
    }

    /** Takes off {@code n} that were emitted and returns what is left. */
    public final long subtract(long n) {
        for (; ; ) {
            long before = count;
            long left = before == Long.MAX_VALUE ? before : before - n;
            if (left == before || COUNT.weakCompareAndSet(this, before, left)) {
                return left;
            }
        }
    }

    public final long get() {
        return count;
    }

    /** {@code a + b}, or unbounded. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** {@code a · b}, or unbounded. */
    public static long product(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }
}
