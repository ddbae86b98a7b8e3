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
    private @Nullable Object[] items; // a ring, once it is full
    private int count;
    private int oldest;
    private int polled;

    public Held(int most, Context context) {
        super(context);
        this.most = most;
        this.items = new Object[Math.min(most, 16)];
    }

    @Override
    @Nullable
    T keep(T item) {
        if (count < most) {
            if (count == items.length) {
                items = Arrays.copyOf(items, (int) Math.min(most, 2L * count));
            }
            items[count++] = item;
            return null;
        } else if (most == 0) {
            return item;
        }
        int at = next();
        T gone = (T) items[at];
        items[at] = item;
        return gone;
    }

    private int next() {
        int at = oldest;
        oldest = at + 1 == count ? 0 : at + 1;
        return at;
    }

    @Override
    Collection<T> forget() {
        return Stream.generate(this::poll).takeWhile(Objects::nonNull).toList();
    }

    /** The oldest, which is held no longer; null if there is none. For who is alone with this, and adds no more. */
    public @Nullable T poll() {
        if (isEmpty()) {
            return null;
        }
        polled++;
        int at = next();
        T item = (T) items[at];
        items[at] = null;
        return item;
    }

    /** For who is alone with this. */
    public boolean isEmpty() {
        return polled == count;
    }
}
