package dev.weir;

/** How a subscription ended. */
public enum Ending {
    COMPLETED,
    FAILED,
    CANCELLED
}
