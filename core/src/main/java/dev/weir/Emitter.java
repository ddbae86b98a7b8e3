package dev.weir;

/**
 * The handle of a callback source: see {@link Many#emitter}. May be used from any number of
 * threads; signals are serialized, and those after the end or the cancellation are ignored.
 */
public interface Emitter<T> {
    /** Emits the item, or keeps it by the {@link Overflow} the source was made with. */
    void next(T item);

    /** Ends the stream with a failure, after the items that wait. */
    void error(Throwable failure);

    /** Ends the stream, after the items that wait. */
    void complete();

    /**
     * How many more items can be emitted at once without waiting; {@code Long.MAX_VALUE} is
     * unbounded.
     */
    long requested();

    /** Whether the subscriber has gone or the stream has ended. */
    boolean isCancelled();

    /**
     * Runs once when the stream ends or is cancelled, at once if that has happened; replaces the
     * action before.
     */
    void onEnd(Cancellable action);

    /**
     * Runs after each request, on the requester's thread, and once at once if some are outstanding.
     */
    void onRequest(Runnable action);
}
