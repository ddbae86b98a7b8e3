package dev.weir;

import dev.weir.op.kernel.root.VirtualThreads;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription carries from its subscriber to its sources: a clock, a name for logs, and any
 * values put under typed keys. Immutable, captured once per subscription, read in O(1) per stage.
 */
public final class Context {
    private static final Context EMPTY = new Context(Clock.system(), "", new Object[0]);

    private final Clock clock;
    private final String name;
    private final Object[] entries; // key, value, key, value ...

    private Context(Clock clock, String name, Object[] entries) {
        this.clock = clock;
        this.name = name;
        this.entries = entries;
    }

    /** No values, no name, the system clock. */
    public static Context empty() {
        return EMPTY;
    }

    /**
     * The context of the pipeline that runs blocking code on this thread: the body of {@link Many#generate}, or a function
     * given to {@link Many#mapBlocking} or {@link One#blocking}. Elsewhere the empty one, but in what an {@code emit} of {@code
     * generate} calls; {@code deferContextual} reads it there.
     */
    public static Context current() {
        return VirtualThreads.context();
    }

    public Clock clock() {
        return clock;
    }

    public Context withClock(Clock newClock) {
        return new Context(Objects.requireNonNull(newClock, "clock"), name, entries);
    }

    /** The name given by {@code named(..)}, or the empty string. */
    public String name() {
        return name;
    }

    public Context withName(String newName) {
        return new Context(clock, Objects.requireNonNull(newName, "name"), entries);
    }

    /** The value under the key, or null. */
    @SuppressWarnings("unchecked") // with(..) pairs each key with a value of its type
    public <V> @Nullable V get(Key<V> key) {
        int place = place(Objects.requireNonNull(key, "key"));
        return place < entries.length ? (V) entries[place + 1] : null;
    }

    /** Where the key is, or would be added. */
    private int place(Key<?> key) {
        int place = 0;
        while (place < entries.length && entries[place] != key) {
            place += 2;
        }
        return place;
    }

    /** This context with the key set to the value, replacing an earlier one. */
    public <V> Context with(Key<V> key, V value) {
        int place = place(Objects.requireNonNull(key, "key"));
        Object[] changed = Arrays.copyOf(entries, Math.max(entries.length, place + 2));
        changed[place] = key;
        changed[place + 1] = Objects.requireNonNull(value, "value");
        return new Context(clock, name, changed);
    }

    @Override
    public String toString() {
        return "Context[name=" + name + ", entries=" + Arrays.toString(entries) + "]";
    }

    /**
     * Names a value in a context. Keys are equal only to themselves: keep one in a constant.
     *
     * @param <V> the value's type
     */
    @SuppressWarnings("UnusedTypeParameter") // it types the value that get(..) returns
    public static final class Key<V> {
        private final String label;

        private Key(String label) {
            this.label = label;
        }

        /** A new key; the label only serves logs. */
        public static <V> Key<V> of(String label) {
            return new Key<>(Objects.requireNonNull(label, "label"));
        }

        @Override
        public String toString() {
            return label;
        }
    }
}
