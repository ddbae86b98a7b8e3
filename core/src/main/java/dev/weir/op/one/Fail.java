package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A failure, made for each subscription. */
public final class Fail<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends Throwable> supplier;

    public Fail(Supplier<? extends Throwable> supplier) {
        super(1);
        this.supplier = Objects.requireNonNull(supplier, "failure");
    }

    @Override
    public Object poll(Context context, int depth) {
        try {
            return new Failure(Objects.requireNonNull(supplier.get(), "fail: the supplier returned null"));
        } catch (Throwable thrown) {
            return new Failure(thrown);
        }
    }
}
