package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Root;

/** A stream whose stages see another context than those below. It has no stage itself. */
public abstract class Scoped<T> extends Source<T> {
    private final Source<T> source;

    protected Scoped(Many<T> source) {
        this.source = of(source);
    }

    /** What they see instead of what is there. */
    protected abstract Context change(Context context);

    @Override
    protected final void start(Stage<? super T> stage, Root root) {
        connect(this, stage, root);
    }

    @Override
    protected final Source<T> above() {
        return source;
    }

    public final Source<T> source() {
        return source;
    }

    public final Root scope(Root root) {
        return root.with(change(root.context()));
    }
}
