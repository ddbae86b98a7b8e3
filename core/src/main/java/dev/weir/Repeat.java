package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;

/**
 * How often a stream or One is subscribed to again when it has completed. A repetition waits for demand, so a stream
 * without items is not repeated for nobody.
 *
 * @param times how many repetitions at most, after the first run
 * @param pause from one end to the next beginning
 */
public record Repeat(long times, Duration pause) {
    public Repeat {
        times = Argument.checked(times, times >= 0, "repeat: the times must not be negative");
        pause = Argument.notNegative(pause, "repeat: the pause");
    }

    /** Without end. */
    public static Repeat forever() {
        return new Repeat(Long.MAX_VALUE, Duration.ZERO);
    }

    /** So many repetitions after the first run. */
    public static Repeat times(long times) {
        return new Repeat(times, Duration.ZERO);
    }

    public Repeat withPause(Duration longer) {
        return new Repeat(times, longer);
    }
}
