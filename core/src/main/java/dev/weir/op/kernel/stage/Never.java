package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;

/** No items and no end. */
public final class Never extends Source<Object> {
    public static final Many<?> INSTANCE = new Never();

    private Never() {}

    /** For who subscribes itself to what it is made from, which is this besides. */
    Never(Many<?> above) {
        super(above);
    }

    @Override
    protected void start(Stage<? super Object> stage, Root root, boolean few) {
        stage.onSubscribe(Upstream.NONE);
    }
}
