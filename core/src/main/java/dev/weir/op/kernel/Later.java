package dev.weir.op.kernel;

import dev.weir.Context;

/** A step to be polled from the loop of the run instead of deep in the stack. */
public final class Later extends Pending {
    private final Step<?> step;

    public Later(Step<?> step) {
        this.step = step;
    }

    Step<?> step() {
        return step;
    }

    @Override
    protected void start(Context startContext) {
        throw new IllegalStateException("the run polls the step itself");
    }
}
