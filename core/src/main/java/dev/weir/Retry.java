package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * How a failed stream or One is subscribed to again, from its beginning. The wait before retry <i>n</i> is {@code
 * backoff·2ⁿ⁻¹}, at most {@code maxBackoff}, lengthened or shortened by up to {@code jitter} of
 * itself. The failure that goes on after retries has a suppressed one that tells how often it was tried, and, unless the
 * retries are used up, why no more: a filter, or the deadline.
 *
 * @param attempts how many retries at most
 * @param backoff the wait before the first retry; zero retries at once
 * @param maxBackoff the longest wait
 * @param jitter 0 (none) to 1
 * @param deadline no retry begins later than this after the first subscription
 * @param filter which failures are worth a retry
 * @param isAnew whether attempts, waits and the deadline begin anew with the first failure after an item
 */
public record Retry(
        long attempts,
        Duration backoff,
        Duration maxBackoff,
        double jitter,
        Duration deadline,
        Predicate<? super Throwable> filter,
        boolean isAnew) {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    public Retry {
        Objects.requireNonNull(filter, "filter");
        attempts = Argument.checked(attempts, attempts >= 0, "attempts must not be negative");
        backoff = Argument.notNegative(backoff, "backoff");
        boolean isEnough = Argument.given(maxBackoff, "maxBackoff").compareTo(backoff) >= 0;
        maxBackoff = Argument.checked(maxBackoff, isEnough, "maxBackoff must not be less than backoff");
        deadline = Argument.notNegative(deadline, "the deadline");
        jitter = Argument.checked(jitter, jitter >= 0 && jitter <= 1, "jitter must be from 0 to 1");
    }

    /** At most {@code attempts} retries, each at once. */
    public static Retry atMost(long attempts) {
        return new Retry(attempts, Duration.ZERO, FOREVER, 0, FOREVER, failure -> true, false);
    }

    /**
     * At most {@code attempts} retries, waiting {@code first} before the first, doubled each time,
     * with half jitter.
     */
    public static Retry backoff(long attempts, Duration first) {
        return new Retry(attempts, first, FOREVER, 0.5, FOREVER, failure -> true, false);
    }

    public Retry withMaxBackoff(Duration longest) {
        return new Retry(attempts, backoff, longest, jitter, deadline, filter, isAnew);
    }

    public Retry withJitter(double part) {
        return new Retry(attempts, backoff, maxBackoff, part, deadline, filter, isAnew);
    }

    public Retry withDeadline(Duration longest) {
        return new Retry(attempts, backoff, maxBackoff, jitter, longest, filter, isAnew);
    }

    /** Retries only failures that satisfy the predicate; others go downstream at once. */
    public Retry onlyIf(Predicate<? super Throwable> predicate) {
        return new Retry(attempts, backoff, maxBackoff, jitter, deadline, predicate, isAnew);
    }

    /** Begins anew when an item has come through: a stream that works for days may fail as often each time. */
    public Retry anewAfterItems() {
        return new Retry(attempts, backoff, maxBackoff, jitter, deadline, filter, true);
    }
}
