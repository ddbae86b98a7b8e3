package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;

/**
 * How a stream is shared: see {@link Many#share(Sharing)}.
 *
 * @param subscribers how many there must be before the stream is subscribed to
 * @param replay how many of the last items those hear first who come late
 * @param grace how long the stream goes on, unasked, when the last subscriber has gone; the first that comes within that
 *     time finds it as it was
 * @param isKept whether those who come after the end hear the replayed items and that end, or have the stream begin anew
 */
public record Sharing(int subscribers, int replay, Duration grace, boolean isKept) {
    public Sharing {
        Argument.checked(subscribers, subscribers > 0, "the number of subscribers must be positive");
        Argument.checked(replay, replay >= 0, "the number of items to replay must not be negative");
        Argument.notNegative(grace, "the grace");
    }

    /** The stream begins when there are so many subscribers. */
    public static Sharing among(int subscribers) {
        return new Sharing(subscribers, 0, Duration.ZERO, false);
    }

    /** Those who come late hear the last {@code items} first. */
    public static Sharing replaying(int items) {
        return new Sharing(1, items, Duration.ZERO, false);
    }

    /** The stream runs once: its last {@code items} and its end are kept for all who come; a cache, if those are all. */
    public static Sharing caching(int items) {
        return new Sharing(1, items, Duration.ZERO, true);
    }

    public Sharing withGrace(Duration time) {
        return new Sharing(subscribers, replay, time, isKept);
    }

    public Sharing withReplay(int items) {
        return new Sharing(subscribers, items, grace, isKept);
    }
}
