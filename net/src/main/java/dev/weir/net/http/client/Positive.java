package dev.weir.net.http.client;

import java.time.Duration;

/** Checks the values of settings. */
final class Positive {
    private Positive() {}

    static int of(int value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    static Duration of(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }
}
