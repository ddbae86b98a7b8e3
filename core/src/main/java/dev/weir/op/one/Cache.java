package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.SharedRun;
import dev.weir.op.kernel.run.Step;
import org.jspecify.annotations.Nullable;

/** One run for all. */
public final class Cache<T extends @Nullable Object> extends Step<T> {
    private final SharedRun shared;
    private final String name; // so the source need not be kept

    /**
     * @param goesOn also when nobody waits any more
     */
    public Cache(One<T> source, boolean goesOn) {
        this.shared = new SharedRun(source, goesOn);
        this.name = pipeline(Context.empty(), source);
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return shared.poll();
    }

    @Override
    protected String pipeline() {
        return name;
    }
}
