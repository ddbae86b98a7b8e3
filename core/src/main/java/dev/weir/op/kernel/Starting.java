package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.function.BiConsumer;

/** A pending step begun by an action, which is given this step and its context. */
public final class Starting extends Pending {
    private final BiConsumer<Pending, Context> action;

    public Starting(BiConsumer<Pending, Context> action) {
        this.action = action;
    }

    @Override
    protected void start(Context startContext) {
        action.accept(this, startContext);
    }
}
