package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.Many;
import org.jspecify.annotations.Nullable;

/** A {@code One} made from a stream. */
public abstract class End<T, R extends @Nullable Object> extends Step<R> {
    private final Many<T> source;

    protected End(Many<T> source) {
        super(1);
        this.source = source;
    }

    protected abstract Terminal<T> attach(Pending pending);

    @Override
    public Object poll(Context context, int depth) {
        return new Starting((pending, runContext) -> Source.connect(source, attach(pending)));
    }

    @Override
    protected String name() {
        return Source.pipeline(source);
    }
}
