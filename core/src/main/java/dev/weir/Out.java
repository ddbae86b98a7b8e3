package dev.weir;

/** Where the body of {@link Many#generate} puts its items. */
@FunctionalInterface
public interface Out<T> {
    /**
     * Hands the item on once it is demanded; until then the body's virtual thread waits.
     *
     * @throws java.util.concurrent.CancellationException if the subscriber has gone: clean up and
     *     leave
     */
    void emit(T item);
}
