package dev.weir;

import dev.weir.op.kernel.root.VirtualThreads;

/** Where the body of {@link Many#generate} puts its items. */
@FunctionalInterface
public interface Out<T> {
    /** The context of the subscription. */
    default Context context() {
        return VirtualThreads.context();
    }

    /**
     * Hands the item on once it is demanded; until then the body's virtual thread waits.
     *
     * @throws java.util.concurrent.CancellationException if the subscriber has gone: clean up and
     *     leave
     * @throws IllegalStateException on another thread than the body's
     */
    void emit(T item);
}
