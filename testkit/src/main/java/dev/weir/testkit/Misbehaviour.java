package dev.weir.testkit;

/** The rules of Reactive Streams that a {@link TestPublisher} may break on purpose. */
public enum Misbehaviour {
    /** Sends items that nobody has asked for (rule 1.1). */
    BEYOND_DEMAND,
    /** Sends null (rule 2.13). */
    NULL_ITEMS,
    /** Goes on after it has completed or failed (rule 1.7). */
    AFTER_THE_END,
    /** Calls {@code onSubscribe} twice (rule 2.5). */
    SEVERAL_SUBSCRIPTIONS,
    /** Goes on after it was cancelled (rule 1.8). */
    IGNORE_CANCEL,
    /** Sends its first signal before {@code onSubscribe}, which comes right after it (rule 1.9). */
    BEFORE_SUBSCRIPTION
}
