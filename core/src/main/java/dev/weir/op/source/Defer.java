package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import java.util.function.Supplier;

/** Asks for its stream at each subscription. */
public final class Defer<T> extends Source<T> {
    private final Supplier<? extends Many<T>> supplier;

    public Defer(Supplier<? extends Many<T>> supplier) {
        this.supplier = Argument.function(supplier, Defer.class);
        Site.note(supplier);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(supplier);
    }

    @Override
    protected Many<T> resolve(Root root) {
        Many<T> supplied = Objects.requireNonNull(supplier.get(), "defer: the supplier returned null");
        Flattening.learn(supplier, supplied);
        return supplied;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        connect(this, stage, root);
    }
}
