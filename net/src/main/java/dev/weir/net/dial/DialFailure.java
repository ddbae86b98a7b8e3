package dev.weir.net.dial;

import org.jspecify.annotations.Nullable;

/**
 * Why there is no connection.
 *
 * @param insecure whether it is for want of an agreement on TLS
 * @param cause null if it tells no more
 */
public record DialFailure(
        boolean insecure, String text, @Nullable Throwable cause) {}
