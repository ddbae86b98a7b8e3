package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How a stream is shared: see {@link Many#share(Sharing)}.
 *
 * @param replay how many of the last items those hear first who come late
 * @param age how old an item may be that they hear so
 * @param grace how long the stream goes on, unasked, when the last subscriber has gone; the first that comes within that
 *     time finds it as it was
 * @param subscribers how many are waited for until the stream is subscribed to
 */
public record Sharing(int replay, Duration age, Duration grace, int subscribers) {
    public Sharing {
        Argument.checked(replay, replay >= 0, "the number of items to replay must not be negative");
        Argument.positive(age, "the age of items to replay");
        Argument.notNegative(grace, "the grace");
        Argument.checked(subscribers, subscribers > 0, "the number of subscribers to wait for must be positive");
    }

    /** Those who come late hear the last {@code items} first. */
    public static Sharing replaying(int items) {
        return replaying(items, ChronoUnit.FOREVER.getDuration());
    }

    /** Those who come late hear the last {@code items} first, but none that came {@code age} ago, or longer. */
    public static Sharing replaying(int items, Duration age) {
        return new Sharing(items, age, Duration.ZERO, 1);
    }

    /** The stream waits so long for the next subscriber. */
    public Sharing withGrace(Duration time) {
        return new Sharing(replay, age, time, subscribers);
    }

    /** The stream begins when so many are there, none of whom misses an item then. */
    public Sharing startingWith(int count) {
        return new Sharing(replay, age, grace, count);
    }
}
