package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.Supplier;

/** Asks for its stream at each subscription. */
public final class Defer<T> extends Source<T> {
    private final Supplier<? extends Many<T>> supplier;

    public Defer(Supplier<? extends Many<T>> supplier) {
        this.supplier = Objects.requireNonNull(supplier, "supplier");
    }

    @Override
    protected Many<T> resolve() {
        return Objects.requireNonNull(supplier.get(), "defer: the supplier returned null");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        connect(this, stage);
    }
}
