package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Trampoline;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@code One} for all who wait for it. Its outcome is kept; without one, it can be run
 * again.
 */
public class SharedRun {
    /*
     * The lock guards who waits and which attempt they wait for; nothing foreign is called under it. An attempt that
     * was given up is no longer the current one, so whatever it still brings is dropped.
     */
    private static final Object NONE = new Object();

    private final boolean goesOn;
    private Set<Pending> waiting = Set.of(); // a hash is not worth it for one
    private @Nullable One<?> source;
    private @Nullable Part current;
    private volatile @Nullable Object outcome = NONE;

    /**
     * @param goesOn also when nobody waits any more
     */
    public SharedRun(One<?> source, boolean goesOn) {
        this.source = source;
        this.goesOn = goesOn;
    }

    /** The outcome, or what waits for it. */
    public final @Nullable Object poll() {
        Object known = outcome;
        return known == NONE ? new Started(this::start, _ -> {}) : known;
    }

    private void start(Pending waiter, Run run) {
        Part attempt = null;
        One<?> one;
        synchronized (this) {
            one = source;
            if (one != null) {
                waiting = waiting.isEmpty() ? Set.of(waiter) : with(waiter);
                attempt = current == null ? new Part(run, this::ended) : null;
                current = attempt == null ? current : attempt;
            }
        }
        waiter.onCancel(() -> leave(waiter));
        if (one == null) {
            waiter.run().resume(waiter, outcome, null);
        } else if (attempt != null) {
            attempt.start(one);
        }
    }

    private Set<Pending> with(Pending another) {
        Set<Pending> more = waiting.size() == 1 ? new LinkedHashSet<>(waiting) : waiting;
        more.add(another);
        return more;
    }

    private void leave(Pending waiter) {
        Part givenUp = null;
        synchronized (this) {
            if (waiting.size() > 1) {
                waiting.remove(waiter);
            } else if (waiting.contains(waiter)) {
                waiting = Set.of();
                givenUp = goesOn ? null : current;
                current = goesOn ? current : null;
            }
        }
        if (givenUp != null) {
            givenUp.cancel();
        }
    }

    /** An outcome has come, and is kept; nobody who waits has been told. */
    protected void kept(@Nullable Object newOutcome, Context context) {} // most keep it for good

    private void ended(Part attempt, @Nullable Object newOutcome) {
        if (newOutcome instanceof Failure failure) {
            Failures.shared(failure.noted());
        }
        Set<Pending> all = null;
        synchronized (this) {
            if (attempt == current) {
                outcome = newOutcome;
                source = null;
                current = null;
                all = waiting;
                waiting = Set.of();
            }
        }
        if (all == null) {
            attempt.discard(newOutcome);
            return;
        }
        try {
            kept(newOutcome, attempt.context());
        } finally {
            boolean[] told = {false};
            Trampoline.runAll(1, all, waiter -> told[0] |= waiter.run().resume(waiter, newOutcome, null));
            if (newOutcome instanceof Failure failure) {
                // behind those
                Trampoline.run(() -> Dropped.report(told[0] ? null : failure.error(), attempt.context()));
            }
        }
    }
}
