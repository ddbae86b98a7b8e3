package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** Does nothing, for ever. */
public final class Never extends Source<Object> {
    private static final Never INSTANCE = new Never();

    private Never() {}

    @SuppressWarnings("unchecked") // it has no items
    public static <T> Many<T> instance() {
        return (Many<T>) INSTANCE;
    }

    @Override
    protected void start(Stage<? super Object> stage, Root root) {
        stage.onSubscribe(Upstream.NONE);
    }
}
