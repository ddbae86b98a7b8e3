package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.One;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@code One} for all who wait for it. Its outcome is kept; without one, it can be run
 * again.
 */
public final class SharedRun {
    /*
     * The lock guards who waits and which attempt they wait for; nothing foreign is called under it. An attempt that
     * was given up is no longer the current one, so whatever it still brings is dropped.
     */
    private static final Object NONE = new Object();

    private final Set<Pending> waiting = new LinkedHashSet<>();
    private @Nullable One<?> source;
    private @Nullable Attempt current;
    private volatile @Nullable Object outcome = NONE;

    public SharedRun(One<?> source) {
        this.source = source;
    }

    /** The outcome, or what waits for it. */
    public @Nullable Object poll() {
        Object known = outcome;
        return known == NONE ? new Starting(this::start) : known;
    }

    private void start(Pending waiter, Context context) {
        Attempt mine = join(waiter, context);
        waiter.onCancel(() -> leave(waiter));
        if (mine != null) {
            mine.run.begin(mine.source);
        }
    }

    private @Nullable Attempt join(Pending waiter, Context context) {
        synchronized (this) {
            if (source != null) {
                waiting.add(waiter);
                if (current != null) {
                    return null;
                }
                current = new Attempt(this, source, context);
                return current;
            }
        }
        waiter.accept(outcome);
        return null;
    }

    private void leave(Pending waiter) {
        Attempt givenUp = null;
        synchronized (this) {
            if (waiting.remove(waiter) && waiting.isEmpty()) {
                givenUp = current;
                current = null;
            }
        }
        if (givenUp != null) {
            givenUp.run.cancel();
        }
    }

    private void ended(Attempt attempt, @Nullable Object newOutcome) {
        List<Pending> all = null;
        synchronized (this) {
            if (attempt == current) {
                outcome = newOutcome;
                source = null;
                current = null;
                all = List.copyOf(waiting);
                waiting.clear();
            }
        }
        if (all == null) {
            Run.discard(newOutcome, attempt.context);
        } else {
            all.forEach(waiter -> waiter.accept(newOutcome));
        }
    }

    private static final class Attempt implements Receiver {
        private final SharedRun shared;
        private final One<?> source;
        private final Context context;
        private final Run run;

        Attempt(SharedRun shared, One<?> source, Context context) {
            this.shared = shared;
            this.source = source;
            this.context = context;
            this.run = new Run(context, this);
        }

        @Override
        public void accept(@Nullable Object newOutcome) {
            shared.ended(this, newOutcome);
        }
    }
}
