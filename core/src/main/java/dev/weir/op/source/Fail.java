package dev.weir.op.source;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Supplier;

/** Fails at once. */
public final class Fail<T> extends Source<T> {
    private final Supplier<? extends Throwable> failure;

    public Fail(Supplier<? extends Throwable> failure) {
        this.failure = Site.note(Argument.function(failure, Fail.class));
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        fail(stage, root.made(Failures.supplied(failure), getClass(), failure));
    }
}
