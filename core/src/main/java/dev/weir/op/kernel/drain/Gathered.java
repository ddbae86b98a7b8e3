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
    private final int most;
    private final int skip;
    private List<T> list;
    private int common; // so many of its items were in the one before
    private boolean closed;

    /**
     * @param most how many items it will get before it is taken
     * @param skip how many of them the next one will not have
     */
    public Gathered(Context context, int most, int skip) {
        this.context = context;
        this.guarded = Undelivered.isAwaited(context);
        this.most = most;
        this.skip = skip;
        this.list = newList();
    }

    private List<T> newList() {
        return new ArrayList<>(Math.min(most, INITIAL_CAPACITY));
    }

    /** Adds the item; returns the list if it is full now, and begins a new one. */
    public @Nullable List<T> add(T item) {
        if (!guarded) {
            return addTo(item);
        }
        synchronized (this) {
            if (!closed) {
                return addTo(item);
            }
        }
        Undelivered.tell(item, context);
        return null;
    }

    private @Nullable List<T> addTo(T item) {
        list.add(item);
        return list.size() == most ? takeFrom() : null;
    }

    /** Takes the list as it is, if it has an item that was in none before, and begins a new one. */
    public List<T> take() {
        if (!guarded) {
            return takeNew();
        }
        synchronized (this) {
            return takeNew();
        }
    }

    private List<T> takeNew() {
        return list.size() > common ? takeFrom() : List.of();
    }

    private List<T> takeFrom() {
        List<T> taken = list;
        list = newList();
        for (int i = skip; i < taken.size(); i++) {
            list.add(taken.get(i));
        }
        common = list.size();
        return taken;
    }

    /** Nobody will take the list: what is in it, and what still comes, is told as undelivered. */
    public void close() {
        if (guarded) {
            List<T> left;
            synchronized (this) {
                closed = true;
                left = list.subList(common, list.size());
                list = List.of();
                common = 0;
            }
            Undelivered.tell(left, context);
        }
    }
}
