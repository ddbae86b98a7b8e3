package dev.weir;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link One} ended with: see {@link One#allSettled}.
 *
 * @param value null too if it failed
 * @param failure null if it did not fail
 */
public record Outcome<T extends @Nullable Object>(
        @Nullable T value, @Nullable Throwable failure) {}
