package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Starting;
import dev.weir.op.kernel.Step;
import org.jspecify.annotations.Nullable;

/** Does not end. */
public final class Never<T extends @Nullable Object> extends Step<T> {
    private static final One<?> INSTANCE = new Never<@Nullable Object>();

    private Never() {
        super(1);
    }

    @SuppressWarnings("unchecked") // there is no value
    public static <T extends @Nullable Object> One<T> instance() {
        return (One<T>) INSTANCE;
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Starting((pending, runContext) -> {}); // no outcome ever comes
    }
}
