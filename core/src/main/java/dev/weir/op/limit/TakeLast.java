package dev.weir.op.limit;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The last items, or all but those: what is held of them in one subscription. */
public final class TakeLast<T> {
    private final int count;
    private final Context context;
    private final boolean guarded; // a cancellation takes what is held, while more comes
    private final Queue<T> held;
    private int size;
    private volatile boolean closed;

    private TakeLast(int count, Context context) {
        this.count = count;
        this.context = context;
        this.guarded = Undelivered.isAwaited(context);
        this.held = guarded ? new ConcurrentLinkedQueue<>() : new ArrayDeque<>();
    }

    /**
     * Of a stream.
     *
     * @param isLast whether these are emitted, once upstream has completed, or all others
     */
    @SuppressWarnings("NullAway") // null is no item
    public static <T> Many<T> of(Many<T> source, int count, boolean isLast) {
        Argument.checked(count, count >= 0, "the number of last items must not be negative");
        return Many.deferContextual(context -> {
            TakeLast<T> last = new TakeLast<>(count, context);
            Many<T> many = isLast
                    ? source.mapNotNull(last::drop).concatWith(Many.unfold(last, TakeLast::next))
                    : source.mapNotNull(last::slide);
            return last.guarded ? many.doFinally(ending -> last.close()) : many;
        });
    }

    private @Nullable T slide(T item) {
        held.add(item);
        T oldest = size < count ? null : held.poll();
        size += oldest == null ? 1 : 0;
        if (closed) {
            close();
        }
        return oldest;
    }

    private @Nullable T drop(T item) {
        T oldest = slide(item);
        if (guarded) {
            Undelivered.tell(oldest, context);
        }
        return null;
    }

    private Many.@Nullable Unfolded<T, TakeLast<T>> next() {
        T item = held.poll();
        return item == null ? null : new Many.Unfolded<>(item, this);
    }

    private void close() {
        closed = true;
        Undelivered.tellAll(held, context);
    }
}
