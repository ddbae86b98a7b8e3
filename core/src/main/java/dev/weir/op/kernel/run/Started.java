package dev.weir.op.kernel.run;

import dev.weir.Context;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A pending step begun by an action, which is given this step and its run; or by none, if it is dropped before, or the action
 * throws.
 */
public final class Started extends Pending {
    private final BiConsumer<Pending, Run> action;
    private final Consumer<Context> instead;

    public Started(BiConsumer<Pending, Run> action, Consumer<Context> instead) {
        this.action = action;
        this.instead = instead;
    }

    @Override
    protected void start(Run starting) {
        try {
            action.accept(this, starting);
        } catch (Throwable failure) { // which the run takes
            dropped(context());
            throw failure;
        }
    }

    @Override
    protected void dropped(Context seen) {
        instead.accept(seen);
    }
}
