package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.stage.Unscoped;
import org.jspecify.annotations.Nullable;

/** Another context for the steps above. */
public final class WithContext<T extends @Nullable Object> extends Link<T, T> {
    private final Object change;

    /**
     * @param change a function, or the name
     */
    public WithContext(One<T> source, Object change) {
        super(source);
        this.change = change;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Context outer = run.context();
        Context inner;
        try {
            inner = Unscoped.changed(outer, change);
        } catch (Throwable failure) {
            return failed(failure, change, run);
        }
        boolean carriesOther = Carried.differ(inner, outer);
        Object polled;
        run.context(inner);
        try {
            polled = carriesOther ? Carried.call(inner, () -> source.poll(run, depth)) : source.poll(run, depth);
        } finally {
            run.context(outer);
        }
        if (polled instanceof Pending && depth == length() && !carriesOther) { // nothing comes after it
            run.context(inner);
            return polled;
        }
        return polled instanceof Pending pending ? pending.within(inner, outer, run) : polled;
    }

    @Override
    protected @Nullable String pipeline() {
        return change instanceof String name ? name : null;
    }
}
