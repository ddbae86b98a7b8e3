package dev.weir.op.kernel.site;

import dev.weir.op.kernel.root.Argument;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What this library makes of a function of the user's, which it calls: messages tell the place of that one. */
public interface Adapted {
    Object user();

    /** What the user's function is to be given; null if that is known only when it is called. */
    default @Nullable Object item() {
        return null;
    }

    /** The class of what the user gave. */
    static Class<?> key(Object given) {
        return (given instanceof Adapted adapted ? adapted.user() : given).getClass();
    }

    /**
     * A function.
     *
     * @param what the user gave, for the message if that is missing
     */
    static <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> of(
            Object user, String what, Function<T, R> function) {
        return new Mapper<>(Site.note(Argument.given(user, what)), function);
    }

    /** As {@link #of} makes it. */
    record Mapper<T extends @Nullable Object, R extends @Nullable Object>(Object user, Function<T, R> function)
            implements Adapted, Function<T, R> {
        @Override
        public R apply(T value) {
            return function.apply(value);
        }
    }
}
