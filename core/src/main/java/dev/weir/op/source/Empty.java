package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;

/** Completes at once. */
public final class Empty extends Source<Object> {
    private static final Empty INSTANCE = new Empty();

    private Empty() {}

    @SuppressWarnings("unchecked") // it has no items
    public static <T> Many<T> instance() {
        return (Many<T>) INSTANCE;
    }

    @Override
    protected void start(Stage<? super Object> stage) {
        complete(stage);
    }
}
