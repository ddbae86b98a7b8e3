package dev.weir.op.source;

import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** Does nothing. */
public final class Never<T> extends Source<T> {
    @Override
    protected void start(Stage<? super T> stage, Root root) {
        stage.onSubscribe(Upstream.NONE);
    }
}
