package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.root.Undelivered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who hears a broadcast. */
public final class Listeners<T> {
    /*
     * An item is put into all buffers under one lock, which gives all listeners the same order and never waits
     * for one of them; they are drained outside the lock.
     */
    private final int memory;
    private final ArrayDeque<T> past = new ArrayDeque<>();
    private List<Overflowing<T>> all = List.of();
    private boolean over;
    private @Nullable Throwable failure;

    /**
     * Nobody yet.
     *
     * @param memory how many of the last items each gets who comes late
     */
    public Listeners(int memory) {
        this.memory = memory;
    }

    /** Adds the listener; one that comes after the end is ended. */
    public void add(Overflowing<T> listener) {
        List<T> lost;
        boolean late;
        synchronized (this) {
            lost = past.stream()
                    .map(item -> listener.offer(item, Long.MAX_VALUE - 1))
                    .filter(Objects::nonNull)
                    .toList();
            late = over;
            if (!late) {
                all = Stream.concat(all.stream(), Stream.of(listener)).toList();
            }
        }
        Undelivered.tellEach(lost, listener.context());
        listener.drain();
        if (late) {
            listener.onEnd(failure);
        }
    }

    public synchronized void remove(Overflowing<T> listener) {
        all = all.stream().filter(other -> other != listener).toList();
    }

    public void emit(T item) {
        List<Overflowing<T>> hearing;
        List<Runnable> losses = List.of();
        VirtualMachineError fatal = null;
        synchronized (this) {
            hearing = all;
            if (memory > 0 && !over) {
                past.add(item);
                if (past.size() > memory) {
                    past.remove();
                }
            }
            for (Overflowing<T> listener : hearing) {
                T lost = listener.offer(item, Long.MAX_VALUE);
                if (lost != null && Undelivered.isAwaited(listener.context())) {
                    losses = losses.isEmpty() ? new ArrayList<>() : losses;
                    losses.add(() -> Undelivered.tell(lost, listener.context()));
                }
            }
        }
        losses.forEach(Runnable::run);
        for (Overflowing<T> listener : hearing) { // now, as others come
            try {
                listener.drain();
            } catch (OutOfMemoryError | InternalError | UnknownError thrown) { // of this listener alone
                fatal = thrown;
            }
        }
        Failures.throwIfFatal(fatal);
    }

    /** Ends them; false if that has been done. */
    public boolean end(@Nullable Throwable newFailure) {
        List<Overflowing<T>> ending;
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            failure = newFailure == null ? null : Failures.shared(newFailure);
            ending = all;
            all = List.of();
        }
        Trampoline.runAll(1, ending, listener -> listener.onEnd(failure));
        return true;
    }

    /** The newest item that it remembers. */
    public synchronized @Nullable T newest() {
        return past.peekLast();
    }

    public synchronized int count() {
        return all.size();
    }
}
