package dev.weir.op.kernel.drain;

import dev.weir.Context;
import dev.weir.op.kernel.root.Undelivered;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list in the making. Only where somebody wants to know what is not delivered, a cancellation can come between. */
public final class Gathered<T> {
    private static final int INITIAL_CAPACITY = 64;

    private final Context context;
    private final boolean guarded;
    private final int next;
    private int most;
    private List<T> list;
    private boolean closed;

    /**
     * @param most how many items it will get before it is taken
     * @param next how many after that
     */
    public Gathered(Context context, int most, int next) {
        this.context = context;
        this.guarded = Undelivered.isAwaited(context);
        this.next = next;
        this.most = most;
        this.list = newList();
    }

    private List<T> newList() {
        return new ArrayList<>(Math.min(most, INITIAL_CAPACITY));
    }

    /** Adds the item; returns the list if it is full now, and begins a new one. */
    public @Nullable List<T> add(T item) {
        return guarded ? addGuarded(item) : addTo(item);
    }

    private @Nullable List<T> addTo(T item) {
        list.add(item);
        return list.size() == most ? takeFrom() : null;
    }

    private @Nullable List<T> addGuarded(T item) {
        synchronized (this) {
            if (!closed) {
                return addTo(item);
            }
        }
        Undelivered.tell(item, context);
        return null;
    }

    /** Takes the list as it is, and begins a new one. */
    public List<T> take() {
        return guarded ? takeGuarded() : takeFrom();
    }

    private synchronized List<T> takeGuarded() {
        return takeFrom();
    }

    private List<T> takeFrom() {
        List<T> taken = list;
        most = next;
        list = closed ? List.of() : newList();
        return taken;
    }

    /** Nobody will take the list: what is in it, and what still comes, is told as undelivered. */
    public void close() {
        if (guarded) {
            List<T> left;
            synchronized (this) {
                closed = true;
                left = takeFrom();
            }
            Undelivered.tell(left, context);
        }
    }
}
