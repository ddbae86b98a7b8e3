package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.One;
import org.jspecify.annotations.Nullable;

/**
 * A step made from another. Each link writes its own {@code poll}, always the same three lines
 * (poll the source; send a signal {@code through} this link; give a value to {@link #resume}), so
 * that the call to the source has its own place in the code of each operator.
 */
public abstract class Link<T extends @Nullable Object, R extends @Nullable Object> extends Step<R> implements Then {
    protected final Step<T> source;

    protected Link(One<T> source) {
        this(shorten(of(source)));
    }

    private Link(Step<T> source) {
        super(source.length() + 1);
        this.source = source;
    }

    @Override
    protected final Step<?> above() {
        return source;
    }

    private static <T extends @Nullable Object> Step<T> shorten(Step<T> source) {
        return source.length() < DEEPEST / 2 ? source : new Fold<>(source);
    }

    /** Cuts a long chain: the part before it is run from the loop, not on the stack. */
    private static final class Fold<T extends @Nullable Object> extends Step<T> {
        private final Step<T> folded;

        Fold(Step<T> folded) {
            super(1);
            this.folded = folded;
        }

        @Override
        public Object poll(Context context, int depth) {
            return new Later(folded);
        }

        @Override
        protected Step<?> above() {
            return folded;
        }
    }
}
