package dev.weir;

import dev.weir.op.kernel.drain.Listeners;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.share.Listen;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hot source: what any number of threads {@link #emit} goes to all who listen at that moment, in
 * the same order to each. Each listener has its own bounded buffer, so one that asks for items slowly loses
 * some, or fails, by the policy it came with, and delays nobody. But the stages of a listener that has asked run on the
 * emitting thread: one that blocks there delays the emitter and the other listeners for as long. Let slow work begin with
 * {@link Many#publishOn}, or in {@link Many#mapBlocking}.
 */
public final class Broadcast<T> {
    private final Listeners<T> listeners;

    private Broadcast(int memory) {
        this.listeners = new Listeners<>(memory);
    }

    /** Who comes late hears what is emitted from then on. */
    public static <T> Broadcast<T> create() {
        return new Broadcast<>(0);
    }

    /**
     * Who comes late hears the last {@code memory} items first, also after the end: 1 holds a state. Each listener's
     * policy bounds them, too.
     */
    public static <T> Broadcast<T> replaying(int memory) {
        return new Broadcast<>(Argument.checked(memory, memory > 0, "replaying: the memory must be positive"));
    }

    /**
     * Gives the item to all who listen; ignored after the end. Listeners' stages run on this
     * thread, as far as they have asked for the item.
     */
    public void emit(T item) {
        listeners.emit(Argument.given(item, "emit: the item"));
    }

    /** Ends all who listen, and those who come, after the items that wait. */
    public void complete() {
        var _ = listeners.end(null);
    }

    /** Fails all who listen, and those who come, after the items that wait; after the end it is dropped. */
    public void error(Throwable failure) {
        Dropped.report(listeners.end(Objects.requireNonNull(failure, "failure")) ? null : failure, Context.empty());
    }

    /** The last item, which those hear first who come late; null if there was none, or if this remembers none. */
    public @Nullable T newest() {
        return listeners.newest();
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
