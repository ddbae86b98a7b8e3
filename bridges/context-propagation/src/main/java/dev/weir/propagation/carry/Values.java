package dev.weir.propagation.carry;

import dev.weir.Context;
import dev.weir.ThreadValues;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a thread, by the keys of their accessors, and by the scoped values, which may be bound to null. */
public final class Values implements ThreadValues.Captured {
    private static final Values NONE = new Values(Map.of());
    private static final ThreadLocalAccessor<?>[] EMPTY = {};

    private final Map<Object, @Nullable Object> values;
    private final ScopedValue.@Nullable Carrier bound;

    private Values(Map<Object, @Nullable Object> values) {
        this.values = values;
        this.bound = bound(values);
    }

    static Values of(Map<Object, @Nullable Object> values) {
        return values.isEmpty() ? NONE : new Values(values);
    }

    /** What the context carries. */
    public static Values in(Context context) {
        return context.get(ThreadValues.KEY) instanceof Values carried ? carried : NONE;
    }

    @SuppressWarnings("unchecked") // a scoped value and what it was bound to
    private static ScopedValue.@Nullable Carrier bound(Map<Object, @Nullable Object> values) {
        ScopedValue.Carrier carrier = null;
        for (Map.Entry<Object, @Nullable Object> entry : values.entrySet()) {
            if (entry.getKey() instanceof ScopedValue<?> key) {
                ScopedValue<@Nullable Object> scoped = (ScopedValue<@Nullable Object>) key;
                carrier = carrier == null
                        ? ScopedValue.where(scoped, entry.getValue())
                        : carrier.where(scoped, entry.getValue());
            }
        }
        return carrier;
    }

    /**
     * These with another.
     *
     * @param value null for none
     */
    public Values with(Object key, @Nullable Object value) {
        Map<Object, @Nullable Object> changed = new HashMap<>(values);
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        return of(changed);
    }

    /** The context, which carries these. */
    public Context into(Context context) {
        return context.with(ThreadValues.KEY, this);
    }

    Map<Object, @Nullable Object> all() {
        return values;
    }

    @Override
    public void run(Runnable task) {
        ThreadLocalAccessor<?>[] accessors = Registered.accessors().toArray(EMPTY);
        @Nullable Object[] before = new @Nullable Object[accessors.length];
        int set = 0;
        try {
            for (; set < accessors.length; set++) {
                before[set] = set(accessors[set]);
            }
            if (bound == null) {
                task.run();
            } else {
                bound.run(task);
            }
        } finally {
            for (int i = set - 1; i >= 0; i--) {
                Object had = before[i] == this ? values.get(Accessors.key(accessors[i])) : before[i];
                if (before[i] != this || Accessors.get(accessors[i]) != had) { // who was inside may have changed it
                    Accessors.restore(accessors[i], had);
                }
            }
        }
    }

    /** Returns what was there; this, if that is right already. */
    private @Nullable Object set(ThreadLocalAccessor<?> accessor) {
        Object before = Accessors.get(accessor);
        Object value = values.get(Accessors.key(accessor));
        if (before == value) {
            return this;
        }
        Accessors.set(accessor, value);
        return before;
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
