package dev.weir.propagation.carry;

import io.micrometer.context.ThreadLocalAccessor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Calls accessors, which are others' code: one that throws must not take a pipeline's thread from it. */
final class Accessors {
    private static final System.Logger LOG = System.getLogger("dev.weir");
    private static final Set<Object> BROKEN = ConcurrentHashMap.newKeySet();

    private Accessors() {}

    /** Its key, or one that nobody has. */
    static Object key(ThreadLocalAccessor<?> accessor) {
        try {
            return accessor.key();
        } catch (Throwable failure) {
            report(accessor.getClass().getName(), accessor, failure);
            return accessor;
        }
    }

    static @Nullable Object get(ThreadLocalAccessor<?> accessor) {
        try {
            return accessor.getValue();
        } catch (Throwable failure) {
            report(key(accessor), accessor, failure);
            return null;
        }
    }

    @SuppressWarnings("unchecked") // what it gave, or what the user gave for it
    static void set(ThreadLocalAccessor<?> accessor, @Nullable Object value) {
        try {
            if (value == null) {
                accessor.setValue();
            } else {
                ((ThreadLocalAccessor<Object>) accessor).setValue(value);
            }
        } catch (Throwable failure) {
            report(key(accessor), accessor, failure);
        }
    }

    @SuppressWarnings("unchecked") // what it gave
    static void restore(ThreadLocalAccessor<?> accessor, @Nullable Object before) {
        try {
            if (before == null) {
                accessor.restore();
            } else {
                ((ThreadLocalAccessor<Object>) accessor).restore(before);
            }
        } catch (Throwable failure) {
            report(key(accessor), accessor, failure);
        }
    }

    /** Once for each key, as accessors made of functions are all of one class: it would throw at every hop. */
    private static void report(Object key, ThreadLocalAccessor<?> accessor, Throwable failure) {
        if (BROKEN.add(key)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "pipelines run without the right value of \"" + key + "\": its accessor "
                            + accessor.getClass().getName() + " has thrown; this is told once",
                    failure);
        }
    }
}
