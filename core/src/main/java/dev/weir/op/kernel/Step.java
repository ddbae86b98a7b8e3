package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.One;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@link One} seen from the inside: something that can be run until it becomes asynchronous. */
public abstract class Step<T extends @Nullable Object> extends One<T> {
    /**
     * How many steps may be on the stack at once; what would go deeper is run from the loop of
     * {@link Run}.
     */
    public static final int DEEPEST = 256;

    private static final int OFTEN = 64;

    private final short length;
    private short runs;
    private @Nullable Step<T> tailored;

    /**
     * @param length how many steps, this one included, are on the stack at once when it is polled
     */
    protected Step(int length) {
        this.length = (short) length;
    }

    public final int length() {
        return length;
    }

    /**
     * Runs what can be run now.
     *
     * @param depth how many steps are on the stack once all of this chain is
     * @return the value, or a {@link Failure}, or a {@link Pending} if there is something to wait
     *     for
     */
    public abstract @Nullable Object poll(Context context, int depth);

    /**
     * Polls another step from inside a running one: later, from the loop, if the stack is deep
     * already.
     */
    public static @Nullable Object continueWith(One<?> one, Context context, int depth) {
        Step<?> step = of(one);
        int reached = depth + step.length;
        return reached > DEEPEST ? new Later(step) : step.poll(context, reached);
    }

    /**
     * What to run: this, or, when it has been run often, a copy of it and of the steps above that the JIT profiles by
     * itself. A step that is made anew for each run needs none: the JIT sees its class where it is made.
     */
    public final Step<T> toRun() {
        Step<T> copy = tailored;
        if (copy != null) {
            return copy;
        }
        if (runs < OFTEN) {
            runs++;
            return this;
        }
        copy = Tailor.copy(this);
        tailored = copy; // racy: one copy is as good as another
        return copy;
    }

    /** The step before this one, if there is just one. */
    protected @Nullable Step<?> above() {
        return null;
    }

    /** The name that this step gives to those above it. */
    protected @Nullable String name() {
        return null;
    }

    /** For messages: the name in the context, else the nearest one given above, else none. */
    public static String pipeline(Context context, One<?> one) {
        String name = context.name();
        for (Step<?> step = of(one); name.isEmpty() && step != null; step = step.above()) {
            name = Objects.requireNonNullElse(step.name(), "");
        }
        return name;
    }

    public static <T extends @Nullable Object> Step<T> of(One<T> one) {
        return (Step<T>) one;
    }
}
