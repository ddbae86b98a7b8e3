package dev.weir.op.kernel.drain;

import dev.weir.Context;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last items: for each that is too many, the oldest has to go. */
public final class Held<T> extends Kept<T, T> {
    private final int most;
    private final ArrayDeque<T> items;

    public Held(int most, Context context) {
        super(context);
        this.most = most;
        this.items = new ArrayDeque<>(Math.min(most, 16));
    }

    @Override
    @Nullable
    T keep(T item) {
        items.add(item);
        return items.size() > most ? items.poll() : null;
    }

    @Override
    Collection<T> forget() {
        List<T> left = List.copyOf(items);
        items.clear();
        return left;
    }

    /** The oldest, which is held no longer; null if there is none. For who is alone with this. */
    public @Nullable T poll() {
        return items.poll();
    }

    /** For who is alone with this. */
    public boolean isEmpty() {
        return items.isEmpty();
    }
}
