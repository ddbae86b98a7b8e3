package dev.weir.op.kernel.run;

import java.util.function.BiConsumer;

/** A pending step begun by an action, which is given this step and its run. */
public final class Started extends Pending {
    private final BiConsumer<Pending, Run> action;

    public Started(BiConsumer<Pending, Run> action) {
        this.action = action;
    }

    @Override
    protected void start(Run starting) {
        action.accept(this, starting);
    }
}
