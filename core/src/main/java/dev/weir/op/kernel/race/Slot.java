package dev.weir.op.kernel.race;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds the one thing that has to be cancelled now: an inner subscription, a timer, a running
 * {@code One}. Whatever comes after the slot was cancelled is cancelled at once, so no race can
 * leak it.
 */
public class Slot implements Cancellable {
    private static final VarHandle HELD = Atomics.field(MethodHandles.lookup(), "held", Cancellable.class);
    private static final Cancellable CANCELLED = () -> {};

    private volatile @Nullable Cancellable held;

    /**
     * Puts {@code next} in place of what was held, which is not cancelled; false if the slot is
     * cancelled.
     */
    public final boolean put(@Nullable Cancellable next) {
        return swap(next) != CANCELLED;
    }

    /**
     * Puts {@code next} in place of what was held, which is cancelled; false if the slot is
     * cancelled.
     */
    public final boolean replace(@Nullable Cancellable next) {
        Cancellable before = swap(next);
        if (before != null && before != CANCELLED) {
            before.cancel();
        }
        return before != CANCELLED;
    }

    /**
     * Puts a timer in place of what was held, which is cancelled; it leaves its place when it fires. The task may run,
     * and set the next timer, before the clock has even returned this one. What it throws is the root's.
     */
    public final void schedule(Root root, Runnable task, Duration delay) {
        Slot timer = new Slot();
        if (replace(timer)) {
            Context context = root.context();
            Runnable fires = Carried.within(context, () -> {
                HELD.compareAndSet(this, timer, null);
                root.guard(task);
            });
            try {
                timer.put(context.clock().schedule(fires, delay));
            } catch (Throwable refusal) {
                throw Failures.unchecked(root.made(refusal, null, null));
            }
        }
    }

    private @Nullable Cancellable swap(@Nullable Cancellable next) {
        Cancellable before = held;
        while (before != CANCELLED && !HELD.compareAndSet(this, before, next)) {
            before = held;
        }
        if (before == CANCELLED && next != null) {
            next.cancel();
        }
        return before;
    }

    public final boolean isEmpty() {
        return held == null;
    }

    public final boolean isCancelled() {
        return held == CANCELLED;
    }

    @Override
    public final void cancel() {
        Cancellable before = (Cancellable) HELD.getAndSet(this, CANCELLED);
        if (before != null) {
            before.cancel();
        }
    }
}
