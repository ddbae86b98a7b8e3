package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;

/** Does nothing, for ever. */
public final class Never extends Source<Object> {
    private static final Never INSTANCE = new Never();

    private Never() {}

    @SuppressWarnings("unchecked") // it has no items
    public static <T> Many<T> instance() {
        return (Many<T>) INSTANCE;
    }

    @Override
    protected void start(Stage<? super Object> stage) {
        stage.onSubscribe(Upstream.NONE);
    }
}
