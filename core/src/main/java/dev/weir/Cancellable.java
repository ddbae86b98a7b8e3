package dev.weir;

/**
 * Something that runs and can be told to stop; cancelling twice, or after the end, does nothing.
 */
@FunctionalInterface
public interface Cancellable {
    void cancel();
}
