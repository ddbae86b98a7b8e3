package dev.weir.op.kernel;

import dev.weir.Cancellable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runs that go on side by side, so that all can be cancelled; one that comes after that is
 * cancelled at once.
 */
public final class RunSet implements Cancellable {
    /*
     * A cancellation sets the flag and then looks at the runs; who adds one then looks at the flag. One of the two
     * sees the other, or both do, which cancels the run twice.
     */
    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    public void add(Run run) {
        running.add(run);
        if (cancelled) {
            run.cancel();
        }
    }

    public void remove(Run run) {
        running.remove(run);
    }

    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
        running.forEach(Run::cancel);
        running.clear();
    }
}
