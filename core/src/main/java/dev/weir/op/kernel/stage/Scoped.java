package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A stream whose stages see another context than those below. It has no stage itself. */
public abstract class Scoped<T> extends Source<T> {
    private final Object change;

    /**
     * @param change a function, or a name
     */
    protected Scoped(Many<T> source, Object change) {
        super(source);
        this.change = change;
    }

    @Override
    public final Object given() {
        return change;
    }

    /** What they see instead of what is there. */
    final Context change(Context context) {
        return changed(context, change);
    }

    /** The context with another name, or what a function makes of it. */
    @SuppressWarnings("unchecked") // there are no others
    public static Context changed(Context context, Object change) {
        return change instanceof String name
                ? context.withName(name)
                : Objects.requireNonNull(
                        ((UnaryOperator<Context>) change).apply(context),
                        "withContext: the function returned null where a context is due");
    }

    public final Root scope(Root root) {
        return new Root.Scope(root, change(root.context()));
    }
}
