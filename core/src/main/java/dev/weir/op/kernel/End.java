package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.Many;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@code One} made from a stream. */
public abstract class End<T, R extends @Nullable Object> extends Step<R> {
    private final Many<T> source;
    private final @Nullable Object function;

    protected End(Many<T> source) {
        super(1);
        this.source = source;
        this.function = null;
    }

    /**
     * @param function what the user gave to be called with each item; its class tells the site
     */
    protected End(Many<T> source, Object function) {
        super(1);
        this.source = source;
        this.function = Objects.requireNonNull(function, "the function must not be null");
    }

    protected abstract Terminal<T> attach(Pending pending);

    @Override
    public Object poll(Context context, int depth) {
        return new Starting((pending, runContext) -> Source.connect(source, terminal(pending)));
    }

    @Override
    protected String name() {
        return Source.pipeline(source);
    }

    private Stage<T> terminal(Pending pending) {
        return Tailor.make(getClass(), function == null ? source : function, this, pending, End::attach);
    }
}
