package dev.weir.op.kernel.root;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the user gave when the pipeline was built. */
public final class Argument {
    private Argument() {}

    /**
     * Returns the value if it keeps the rule.
     *
     * @param rule what must be, for the message
     */
    public static <V> V checked(V value, boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule + ", was " + value);
        }
        return value;
    }

    /**
     * Returns what was given.
     *
     * @param what for the message: {@code filter: the predicate}
     */
    public static <V> V given(V value, String what) {
        if (value == null) {
            throw new NullPointerException(what + " is missing: it must not be null");
        }
        return value;
    }

    /**
     * Returns what a function of the user's has returned.
     *
     * @param function for the message: {@code filter: the predicate}
     * @param due what it should return: {@code a One}
     */
    public static <V> V due(@Nullable V returned, String function, String due) {
        if (returned == null) {
            throw new NullPointerException(function + " returned null where " + due + " is due");
        }
        return returned;
    }

    /** Returns the function that was given to a method, after which the class is named. */
    public static <F> F function(F function, Class<?> operator) {
        return function == null ? given(function, Names.of(operator) + ": the function") : function;
    }

    /** Whether a failure is of the type. */
    public static Predicate<Throwable> ofType(Class<? extends Throwable> type) {
        return given(type, "the type of failures")::isInstance;
    }

    /** A function that gives the value, whatever of. */
    public static <T extends @Nullable Object, V> Function<T, V> always(V value, String what) {
        given(value, what);
        return ignored -> value;
    }

    /** What supplies the value. */
    public static <V> Supplier<V> always(V value) {
        return () -> value;
    }

    /** A function of failures that is called with those of one class only. */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable, R extends @Nullable Object> Function<Throwable, R> narrowed(
            Function<? super E, ? extends R> function) {
        return (Function<Throwable, R>) function;
    }

    /** Returns the duration if it is not negative. */
    public static Duration notNegative(Duration value, String what) {
        return given(value, what).isNegative() ? checked(value, false, what + " must not be negative") : value;
    }

    public static int positive(int value, String what) {
        return value > 0 ? value : checked(value, false, what + " must be positive"); // made where it is told
    }

    /** Returns the duration if it is longer than nothing. */
    public static Duration positive(Duration value, String what) {
        return given(value, what).isPositive() ? value : checked(value, false, what + " must be positive");
    }
}
