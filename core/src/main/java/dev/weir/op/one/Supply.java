package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a supplier returns. */
public final class Supply<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends T> supplier;

    public Supply(Supplier<? extends T> supplier) {
        super(1);
        this.supplier = Objects.requireNonNull(supplier, "supplier");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        try {
            return supplier.get();
        } catch (Throwable failure) {
            return new Failure(failure);
        }
    }
}
