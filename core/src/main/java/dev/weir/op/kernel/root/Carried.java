package dev.weir.op.kernel.root;

import dev.weir.Context;
import dev.weir.ThreadValues;
import dev.weir.ThreadValues.Captured;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The values of the thread that subscribed, on every thread that runs a part of the subscription. A thread gets them where it
 * enters, and its own back where it leaves; what runs in between need not look.
 */
public final class Carried {
    /*
     * The law: whoever runs a stage, or a step, is inside what its context carries. So there is something to do only where
     * a thread comes from elsewhere: a hop, a timer, a foreign signal, a request from outside; or from a part of the
     * pipeline with other values. Without a provider the JIT sees a constant, and nothing of this is left. Who leaves sets
     * null and does not remove: the next to come in would have to make the place anew.
     */
    private static final @Nullable ThreadValues PROVIDER = find();

    private static final ThreadLocal<@Nullable Captured> INSIDE = new ThreadLocal<>();

    private Carried() {}

    private static @Nullable ThreadValues find() {
        try {
            return ServiceLoader.load(ThreadValues.class, Carried.class.getClassLoader())
                    .findFirst()
                    .orElse(null);
        } catch (ServiceConfigurationError | LinkageError broken) {
            String what = "values of threads, as a logger's, do not arrive in pipelines: what should carry them can't"
                    + " be loaded; is io.micrometer:context-propagation on the path?";
            System.getLogger("dev.weir").log(System.Logger.Level.ERROR, what, broken);
            return null;
        }
    }

    /** Whether values are carried at all. */
    public static boolean isOn() {
        return PROVIDER != null;
    }

    /** The context of a subscription that begins on this thread, and is nobody's part. */
    public static Context fresh() {
        return PROVIDER == null ? Context.empty() : Context.empty().with(ThreadValues.KEY, PROVIDER.capture());
    }

    /** What the context carries. */
    private static @Nullable Captured of(Context context) {
        return PROVIDER == null ? null : context.get(ThreadValues.KEY);
    }

    /** Whether one carries what the other does not. */
    public static boolean differ(Context one, Context other) {
        return PROVIDER != null && of(one) != of(other);
    }

    /** Whether this thread is not inside what the context carries. */
    public static boolean isAway(Context context) {
        Captured values = of(context);
        return values != null && INSIDE.get() != values;
    }

    /**
     * This thread begins a subscription that is nobody's part, in a {@link #fresh} context: it has the values already, and
     * has left its trampoline, until this is closed.
     */
    public static final class Entry implements AutoCloseable {
        private final @Nullable Trampoline trampoline = Trampoline.leave();
        private final @Nullable Captured outer = PROVIDER == null ? null : INSIDE.get();

        public Entry(Context context) {
            if (PROVIDER != null) {
                INSIDE.set(of(context));
            }
        }

        @Override
        public void close() {
            if (PROVIDER != null) {
                INSIDE.set(outer);
            }
            Trampoline.back(trampoline);
        }
    }

    /** Runs the task inside what the context carries. */
    public static void run(Context context, Runnable task) {
        run(of(context), task);
    }

    private static void run(@Nullable Captured values, Runnable task) {
        if (values == null || INSIDE.get() == values) {
            task.run();
        } else {
            values.run(() -> {
                Captured outer = INSIDE.get();
                INSIDE.set(values);
                try {
                    task.run();
                } finally {
                    INSIDE.set(outer);
                }
            });
        }
    }

    /** Calls the function inside what the context carries. */
    @SuppressWarnings({"unchecked", "NullAway"}) // what it returned, as it has been called
    public static <V extends @Nullable Object> V call(Context context, Supplier<V> function) {
        @Nullable Object[] result = new @Nullable Object[1];
        run(context, () -> result[0] = function.get());
        return (V) result[0];
    }

    /** The task, for another thread, inside what the context carries. */
    public static Runnable within(Context context, Runnable task) {
        Captured values = of(context);
        return values == null ? task : () -> run(values, task);
    }

    /** The task, for later, inside what this thread is inside of. */
    static Runnable within(Runnable task) {
        Captured values = PROVIDER == null ? null : INSIDE.get();
        return values == null ? task : () -> run(values, task);
    }
}
