package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after null. */
public final class OrElse<T extends @Nullable Object> extends Link<T, T> {
    private final Supplier<? extends One<? extends T>> supplier;

    public OrElse(One<T> source, Supplier<? extends One<? extends T>> supplier) {
        super(source, supplier);
        this.supplier = supplier;
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        if (value != null) {
            return value;
        }
        if (depth > DEEPEST_CALL) {
            return later(null, run, depth);
        }
        One<? extends T> other;
        try {
            other = Argument.due(supplier.get(), "orElse: the supplier", "a One");
        } catch (Throwable failure) {
            return failed(failure, supplier, run);
        }
        return continueWith(other, run, depth);
    }
}
