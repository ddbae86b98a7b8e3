package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A stream whose stages see another context than those below. It has no stage itself. */
public abstract class Scoped<T> extends Source<T> {
    private final UnaryOperator<Context> change;

    protected Scoped(Many<T> source, UnaryOperator<Context> change) {
        super(source);
        this.change = change;
    }

    @Override
    public final Object given() {
        return change;
    }

    /** What they see instead of what is there. */
    final Context change(Context context) {
        return Objects.requireNonNull(
                change.apply(context), "withContext: the function returned null where a context is due");
    }

    public final Root scope(Root root) {
        return new Root.Scope(root, change(root.context()));
    }
}
