package dev.weir.op.kernel.run;

import dev.weir.Context;

/** A step to be polled from the loop of the run instead of deep in the stack. */
public class FromLoop extends Pending {
    final Step<?> step;

    public FromLoop(Step<?> step) {
        this.step = step;
    }

    @Override
    protected void start(Run starting) {
        throw new IllegalStateException("the run polls the step itself");
    }

    @Override
    protected void dropped(Context seen) {
        for (Step<?> at = step; at != null; at = at.above()) {
            at.dropped(seen);
        }
    }
}
