package dev.weir.op.kernel.race;

import dev.weir.Cancellable;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What runs side by side, so that all can be cancelled; one that comes after that is cancelled at once.
 */
public class CancelSet implements Cancellable {
    private Set<Cancellable> running = Set.of(); // until there is one
    private volatile boolean any; // written before `cancelled` is looked at; who cancels does it the other way round
    private volatile boolean cancelled;

    public final void add(Cancellable one) {
        synchronized (this) {
            running = any ? running : new LinkedHashSet<>();
            any = true;
            if (!cancelled && running.add(one)) { // who cancels later takes it from here
                return;
            }
        }
        one.cancel();
    }

    public final synchronized void remove(Cancellable one) {
        if (any) {
            running.remove(one);
        }
    }

    public final boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
        if (any) {
            Set<Cancellable> all;
            synchronized (this) {
                all = running;
                running = new LinkedHashSet<>();
            }
            all.forEach(Cancellable::cancel);
        }
    }
}
