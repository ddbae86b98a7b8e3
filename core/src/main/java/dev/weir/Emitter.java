package dev.weir;

/**
 * The handle of a callback source: see {@link Many#emitter}. May be used from any number of
 * threads; signals are serialized, and those after the end or the cancellation are ignored, save
 * that a failure goes to {@link DroppedErrors}.
 */
public interface Emitter<T> {
    /** The context of the subscription. */
    Context context();

    /** Emits the item, or keeps it by the {@link Overflow} the source was made with. */
    void next(T item);

    /** Ends the stream with a failure, after the items that wait. */
    void error(Throwable failure);

    /** Ends the stream, after the items that wait. */
    void complete();

    /**
     * How many more items can be emitted at once without waiting; {@code Long.MAX_VALUE} is
     * unbounded. None once the subscriber has gone or the stream has ended.
     */
    long requested();

    /**
     * Whether the subscriber has gone or has been told of the end. Before that it gets the items that wait, while no other
     * is kept: a loop looks at {@link #requested}, too, which is 0 then.
     */
    boolean isCancelled();

    /**
     * Runs once when the stream ends or is cancelled, at once if that has happened; replaces the
     * action before.
     */
    void onEnd(Cancellable action);

    /**
     * Runs after each request, on a requester's thread, after each item that an operator drops, as that uses up no demand,
     * unless that has no bound, and at once if some are outstanding; never nested or twice at the same time. What it throws
     * is the failure.
     */
    void onRequest(Runnable action);
}
