package dev.weir.op.kernel.drain;

import dev.weir.Context;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last items: for each that is too many, the oldest has to go. */
@SuppressWarnings("unchecked") // items only are put into it
public final class Held<T> extends Kept<T, T> {
    private final int most;
    private @Nullable Object[] items; // a ring, once it is full: one store for each item, where a deque has two
    private int count;
    private int oldest;
    private int polled;

    public Held(int most, Context context) {
        super(context);
        this.most = most;
        this.items = new Object[Math.min(most, 16)];
    }

    @Override
    final @Nullable T keep(T item) {
        if (count == items.length && count < most) {
            items = Arrays.copyOf(items, (int) Math.min(most, 2L * count));
        }
        if (count < items.length) {
            items[count++] = item;
            return null;
        }
        return most == 0 ? item : swap(item);
    }

    /** The oldest, whose place is given away. */
    private @Nullable T swap(@Nullable T next) {
        T gone = (T) items[oldest];
        items[oldest] = next;
        oldest = oldest + 1 == count ? 0 : oldest + 1;
        return gone;
    }

    @Override
    Collection<T> forget() {
        return Stream.generate(this::poll).takeWhile(Objects::nonNull).toList();
    }

    /** The oldest, which is held no longer; null if there is none. For who is alone with this, and adds no more. */
    public @Nullable T poll() {
        return polled++ < count ? swap(null) : null;
    }

    /** For who is alone with this. */
    public boolean isEmpty() {
        return polled >= count;
    }
}
