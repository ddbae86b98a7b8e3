package dev.weir.op.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The inner streams that run now, so that all can be cancelled; one that comes after that is
 * cancelled at once.
 */
public final class InnerSet {
    private @Nullable Inner<?>[] running = {};
    private int size;
    private boolean cancelled;

    public boolean add(Inner<?> inner) {
        synchronized (this) {
            if (!cancelled) {
                if (size == running.length) {
                    running = Arrays.copyOf(running, Math.max(4, size * 2));
                }
                inner.place = size;
                running[size++] = inner;
                return true;
            }
        }
        inner.cancel();
        return false;
    }

    public synchronized void remove(Inner<?> inner) {
        int place = inner.place;
        if (place < 0 || cancelled) {
            return;
        }
        Inner<?> last = running[--size];
        running[size] = null;
        if (last != null && last != inner) {
            running[place] = last;
            last.place = place;
        }
        inner.place = -1;
    }

    public void cancelAll() {
        @Nullable Inner<?>[] all;
        synchronized (this) {
            cancelled = true;
            all = running;
            running = new Inner<?>[0];
        }
        for (Inner<?> inner : all) {
            if (inner != null) {
                inner.cancel();
            }
        }
    }
}
