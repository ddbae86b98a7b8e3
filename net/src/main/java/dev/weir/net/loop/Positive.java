package dev.weir.net.loop;

import java.time.Duration;
import java.util.Objects;

/** Checks the values of settings. */
public final class Positive {
    private Positive() {}

    public static int of(int value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    public static long of(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    public static Duration of(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }
}
