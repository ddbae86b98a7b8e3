package dev.weir.rsocket;

import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Resumption;
import dev.weir.rsocket.frame.FrameType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of a connection as its builder has them. */
final class LimitsOf {
    private static final int PAYLOAD = 16 * 1024 * 1024;
    private static final int ASSEMBLED = 32 * 1024 * 1024;
    private static final int SHORTEST_FRAGMENT = 64;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);
    private static final Duration PATIENCE =
            Duration.ofSeconds(10); // with what a session that goes on has to settle first
    private static final Duration COUNTED = Duration.ofNanos(Long.MAX_VALUE); // 292 years

    int maxStreams = 10_000;
    int maxWaitingBytes = 1024 * 1024;
    int maxSignals = 1_000;
    int maxKeptBytes = 1024 * 1024;
    private @Nullable Integer maxPayload;
    private @Nullable Integer maxAssembled;
    private @Nullable Duration resume;
    private int fragment = 64 * 1024;
    private Duration setupTimeout = Duration.ofSeconds(10);

    static int positive(int value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    /** The duration, or the longest that nanoseconds can be counted of: as if there was no limit. */
    static Duration positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value.compareTo(COUNTED) > 0 ? COUNTED : value;
    }

    /** A time that frames say in milliseconds, in 31 bits. */
    static Duration sayable(Duration value, String name) {
        if (!isSayable(value)) {
            throw new IllegalArgumentException(
                    name + " is from 1 to " + LONGEST.toMillis() + " milliseconds, not " + value);
        }
        return value;
    }

    static boolean isSayable(Duration value) {
        return value.compareTo(SHORTEST) >= 0 && value.compareTo(LONGEST) <= 0;
    }

    void maxPayload(int bytes) {
        maxPayload = positive(bytes, "maxPayload");
    }

    void maxAssembled(int bytes) {
        maxAssembled = positive(bytes, "maxAssembled");
    }

    void fragment(int bytes) {
        if (bytes < SHORTEST_FRAGMENT || bytes > FrameType.LONGEST) {
            throw new IllegalArgumentException(
                    "a fragment has " + SHORTEST_FRAGMENT + " to " + FrameType.LONGEST + " bytes, not " + bytes);
        }
        fragment = bytes;
    }

    void setupTimeout(Duration limit) {
        setupTimeout = positive(limit, "setupTimeout");
    }

    void resume(Duration limit) {
        resume = positive(limit, "resume");
    }

    /** How sessions outlive their connections; null if they do not. */
    @Nullable
    Resumption resumption() {
        return resume == null ? null : new Resumption(resume, maxKeptBytes, PATIENCE);
    }

    Limits build() {
        int payload = maxPayload == null ? PAYLOAD : maxPayload;
        int assembled = maxAssembled == null ? Math.max(ASSEMBLED, payload) : maxAssembled;
        if (maxPayload != null && payload > assembled) {
            throw new IllegalArgumentException("a payload of " + payload
                    + " bytes (maxPayload) has no room while its fragments come, of which all have " + assembled
                    + " bytes (maxAssembled)");
        }
        return new Limits(maxStreams, payload, assembled, maxWaitingBytes, maxSignals, fragment, setupTimeout);
    }
}
