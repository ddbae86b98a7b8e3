package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for its One at each subscription. */
public final class Defer<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends One<T>> supplier;

    public Defer(Supplier<? extends One<T>> supplier) {
        super(1);
        this.supplier = Objects.requireNonNull(supplier, "supplier");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        One<T> made;
        try {
            made = Objects.requireNonNull(supplier.get(), "defer: the supplier returned null where a One is due");
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        return continueWith(made, context, depth);
    }
}
