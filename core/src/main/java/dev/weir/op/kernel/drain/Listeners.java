package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Undelivered;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who hears a broadcast. */
public final class Listeners<T> {
    /*
     * An item is put into all buffers under one lock, which gives all listeners the same order and never waits
     * for one of them; they are drained outside the lock.
     */
    private List<Overflowing<T>> all = List.of();
    private boolean over;
    private @Nullable Throwable failure;

    /** Adds the listener; one that comes after the end is ended. */
    public void add(Overflowing<T> listener) {
        synchronized (this) {
            if (!over) {
                List<Overflowing<T>> more = new ArrayList<>(all);
                more.add(listener);
                all = List.copyOf(more);
                return;
            }
        }
        end(listener);
    }

    public synchronized void remove(Overflowing<T> listener) {
        List<Overflowing<T>> fewer = new ArrayList<>(all);
        fewer.remove(listener);
        all = List.copyOf(fewer);
    }

    public void emit(T item) {
        List<Overflowing<T>> hearing;
        List<Runnable> losses = null;
        synchronized (this) {
            hearing = all;
            for (Overflowing<T> listener : hearing) {
                T lost = listener.offer(item);
                if (lost != null && Undelivered.isAwaited(listener.context())) {
                    losses = losses == null ? new ArrayList<>() : losses;
                    losses.add(() -> Undelivered.tell(lost, listener.context()));
                }
            }
        }
        if (losses != null) {
            losses.forEach(Runnable::run);
        }
        for (Overflowing<T> listener : hearing) {
            listener.drain();
        }
    }

    public void end(@Nullable Throwable newFailure) {
        List<Overflowing<T>> ending;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            failure = newFailure == null ? null : Failures.shared(newFailure);
            ending = all;
            all = List.of();
        }
        ending.forEach(this::end);
    }

    private void end(Overflowing<T> listener) {
        Throwable stored = failure;
        if (stored == null) {
            listener.onComplete();
        } else {
            listener.onError(stored);
        }
    }

    public synchronized int count() {
        return all.size();
    }
}
