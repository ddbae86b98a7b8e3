package dev.weir.op.kernel.run;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import org.jspecify.annotations.Nullable;

/**
 * A step made from another. Those that are in most chains write their own {@code poll}, always the same three lines, so
 * that the call to the source has its own place in the code of each operator.
 */
@SuppressWarnings("unchecked") // a copy makes what its class would
public abstract class Link<T extends @Nullable Object, R extends @Nullable Object> extends Behind<T, R>
        implements Continuation, Cloneable {
    private final @Nullable Object function;

    protected Link(One<T> source) {
        this(shorten(of(source)), null);
    }

    /**
     * Of one whose only constructor takes these two and nothing else.
     *
     * @param function what the user gave to be called; its class tells the site
     */
    protected Link(One<T> source, Object function) {
        this(shorten(of(source)), function);
        Site.note(Argument.function(function, getClass()));
    }

    private Link(Step<T> source, @Nullable Object function) {
        super(source, source.length() + 1);
        this.function = function;
    }

    /** Polls the source; sends a signal {@code through} this link; gives a value to {@link #resume}. */
    @Override
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
    }

    /** Goes on with the outcome of the step before from the loop, as the stack is too deep for {@link #continueWith}. */
    protected final Object later(@Nullable Object outcome, Run run, int depth) {
        return new Holding(outcome, (holding, _) -> holding.give()).through(this, run, depth);
    }

    @Override
    protected final @Nullable Object function() {
        return function;
    }

    @Override
    final Step<R> copy(Object next) {
        Step<T> before = source.copy(function == null ? next : function);
        Step<R> copy = function == null ? null : Tailor.make(getClass(), function, next, before, function, null);
        return copy == null ? after(before) : copy;
    }

    private Step<R> after(Step<T> before) {
        if (before == source) {
            return this;
        }
        try {
            Link<T, R> clone = (Link<T, R>) clone();
            clone.source = before;
            return clone;
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Cuts a long chain: the part before the cut is run from the loop, not on the stack. */
    private static <T extends @Nullable Object> Step<T> shorten(Step<T> source) {
        if (source.length() < DEEPEST_CALL) {
            return source;
        }
        return new Behind<>(source, 1) {
            @Override
            public Object poll(Run run, int depth) {
                return new FromLoop(source);
            }
        };
    }
}
