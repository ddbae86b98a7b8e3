package dev.weir;

import dev.weir.op.kernel.Listeners;
import dev.weir.op.share.Listen;
import java.util.Objects;

/**
 * A hot source: what any number of threads {@link #emit} goes to all who listen at that moment, in
 * the same order to each. Each listener has its own bounded buffer, so a slow one loses items, or
 * fails, by the policy it came with, and delays nobody.
 */
public final class Broadcast<T> {
    private final Listeners<T> listeners = new Listeners<>();

    private Broadcast() {}

    public static <T> Broadcast<T> create() {
        return new Broadcast<>();
    }

    /**
     * Gives the item to all who listen; ignored after the end. Listeners' stages may run on this
     * thread.
     */
    public void emit(T item) {
        listeners.emit(Objects.requireNonNull(item, "item"));
    }

    /** Ends all who listen, and those who come, after the items that wait. */
    public void complete() {
        listeners.end(null);
    }

    /** Fails all who listen, and those who come, after the items that wait. */
    public void error(Throwable failure) {
        listeners.end(Objects.requireNonNull(failure, "failure"));
    }

    /** How many listen now. */
    public int listenerCount() {
        return listeners.count();
    }

    /**
     * What is emitted from the moment of subscription on.
     *
     * @param overflow what happens to items that the subscriber has not asked for yet
     */
    @CheckReturnValue
    public Many<T> listen(Overflow overflow) {
        return new Listen<>(listeners, overflow);
    }
}
