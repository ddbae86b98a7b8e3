package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.site.Tailor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@link One} seen from the inside: something that can be run until it becomes asynchronous. */
public abstract class Step<T extends @Nullable Object> extends One<T> {
    /**
     * How many steps are on the stack at once, at most: a function is called no deeper than in the midst of it, else from the
     * loop of {@link Run}, and what it makes is no longer than the rest.
     */
    public static final int DEEPEST = 256;

    /**
     * How deep a function may be called that makes a One: which has room on the stack then, so that it begins, however soon all
     * is cancelled, and lets go what was taken for it. No chain is longer either.
     */
    protected static final int DEEPEST_CALL = DEEPEST / 2;

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

    /** One that polls no other. */
    protected Step() {
        this(1);
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
    public abstract @Nullable Object poll(Run run, int depth);

    /** Polls another step from inside a running one, no deeper than {@link #DEEPEST_CALL}. */
    public static @Nullable Object continueWith(One<?> one, Run run, int depth) {
        Step<?> step = of(one);
        return step.poll(run, depth + step.length);
    }

    /**
     * What this step ends with if a function has thrown.
     *
     * @param function the user's
     */
    protected final Failure failed(Throwable thrown, @Nullable Object function, Run run) {
        return new Failure(thrown, Origin.of(thrown, getClass(), function, run.context()));
    }

    /** What this step ends with if a function that should have recovered has thrown. */
    protected final Failure replaced(Failure failure, Throwable thrown, Object function, Run run) {
        return failed(Failures.replaced(failure.noted(), thrown), function, run);
    }

    /** It was to be polled, or what its poll has left to wait for to begin: neither is. Tells of what it was given itself. */
    protected void dropped(Context seen) {} // most were given nothing

    // ---------------------------------------------------------------- copies

    /**
     * What to run: this, or, when it has been run often, a copy of it and of the steps above that the JIT profiles by
     * itself. A step that is made anew for each run needs none: the JIT sees its class where it is made.
     */
    public final Step<T> toRun() {
        Step<T> copy = tailored;
        if (copy == null && runs++ >= OFTEN) {
            copy = copy(this);
            tailored = copy; // racy: one copy is as good as another
        }
        return copy == null ? this : copy;
    }

    /**
     * What the user gave to be called, whose class tells the site of a copy; null if there can be none. The only constructor takes
     * it and nothing else.
     */
    protected @Nullable Object function() {
        return null;
    }

    /**
     * This step and those above it, as far as they can be copied.
     *
     * @param next the function of the step below, for where the step's own tells no site; what is run, if there is none
     */
    Step<T> copy(Object next) {
        Object function = function();
        Step<T> copy = function == null ? null : Tailor.make(getClass(), function, next, function, null, null);
        return copy == null ? this : copy;
    }

    // ---------------------------------------------------------------- names

    /** The step before this one, if there is just one. */
    final @Nullable Step<?> above() {
        return this instanceof Behind<?, ?> behind ? behind.source : null;
    }

    /** The name that this step gives to those above it. */
    protected @Nullable String pipeline() {
        return null;
    }

    /** For messages: the nearest name given above, else the one in the context, else none. */
    public static String pipeline(Context context, One<?> one) {
        String name = "";
        for (Step<?> step = of(one); name.isEmpty() && step != null; step = step.above()) {
            name = Objects.requireNonNullElse(step.pipeline(), "");
        }
        return name.isEmpty() ? context.name() : name;
    }

    public static <T extends @Nullable Object> Step<T> of(One<T> one) {
        return (Step<T>) one;
    }
}
