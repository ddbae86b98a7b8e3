package dev.weir.net.http.client.call;

/** When a request that failed may be sent once more without asking. */
public enum Repeat {
    NEVER,
    /** The connection had served others and was closed before a byte of the response came. */
    IF_IDEMPOTENT,
    /** The server said that it did nothing. */
    ALWAYS,
    /** So, too, and nobody has asked for any of the body. */
    EVEN_A_STREAM
}
