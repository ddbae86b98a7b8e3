package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;

/**
 * How a stream is shared: see {@link Many#share(Sharing)}.
 *
 * @param replay how many of the last items those hear first who come late
 * @param grace how long the stream goes on, unasked, when the last subscriber has gone; the first that comes within that
 *     time finds it as it was
 */
public record Sharing(int replay, Duration grace) {
    public Sharing {
        Argument.checked(replay, replay >= 0, "the number of items to replay must not be negative");
        Argument.notNegative(grace, "the grace");
    }

    /** Those who come late hear the last {@code items} first. */
    public static Sharing replaying(int items) {
        return new Sharing(items, Duration.ZERO);
    }

    /** The stream waits so long for the next subscriber. */
    public Sharing withGrace(Duration time) {
        return new Sharing(replay, time);
    }
}
