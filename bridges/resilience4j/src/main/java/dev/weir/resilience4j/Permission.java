package dev.weir.resilience4j;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a call that is let in has, and gives back once.
 *
 * @param delay before it begins
 * @param succeeded is told of the value; of null where there is none
 * @param cancelled is told of a call that nobody waited for, of which nothing is known
 */
record Permission(
        Duration delay, Consumer<@Nullable Object> succeeded, Consumer<Throwable> failed, Runnable cancelled) {
    /** Of a call that has ended, or was cancelled before it was let in. */
    static final Permission NONE = new Permission(Duration.ZERO, value -> {}, failure -> {}, () -> {});
}
