package dev.weir.op.kernel.run;

import dev.weir.One;
import org.jspecify.annotations.Nullable;

/** A step behind another one, which it polls. */
public abstract class Behind<T extends @Nullable Object, R extends @Nullable Object> extends Step<R> {
    protected Step<T> source; // changes in a clone that nobody has seen yet

    /**
     * @param length see {@link Step}
     */
    protected Behind(One<T> source, int length) {
        super(length);
        this.source = of(source);
    }
}
