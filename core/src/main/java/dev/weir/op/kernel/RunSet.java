package dev.weir.op.kernel;

import dev.weir.Cancellable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The runs that go on side by side, so that all can be cancelled; one that comes after that is
 * cancelled at once.
 */
public final class RunSet implements Cancellable {
    private final Set<Run> running = new HashSet<>();
    private boolean cancelled;

    public void add(Run run) {
        synchronized (this) {
            if (!cancelled) {
                running.add(run);
                return;
            }
        }
        run.cancel();
    }

    public synchronized void remove(Run run) {
        running.remove(run);
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        List<Run> all;
        synchronized (this) {
            cancelled = true;
            all = List.copyOf(running);
            running.clear();
        }
        all.forEach(Run::cancel);
    }
}
