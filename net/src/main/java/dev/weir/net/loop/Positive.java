package dev.weir.net.loop;

import java.time.Duration;
import java.util.Objects;

/** Checks the values of settings. */
public final class Positive {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE); // 292 years

    private Positive() {}

    public static int of(int value, String name) {
        return (int) of((long) value, name);
    }

    public static long of(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    public static int atLeast(int least, int bytes, String name) {
        if (bytes < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + " bytes, not " + bytes);
        }
        return bytes;
    }

    public static Duration orZero(Duration value, String name) {
        return Objects.requireNonNull(value, name).isZero() ? value : of(value, name);
    }

    /** The duration, or the longest that nanoseconds can be counted of: as if there was no limit. */
    public static Duration of(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value.compareTo(LONGEST) > 0 ? LONGEST : value;
    }
}
