package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Started;
import dev.weir.op.kernel.run.Step;
import org.jspecify.annotations.Nullable;

/** Does not end. */
public final class Never<T extends @Nullable Object> extends Step<T> {
    private static final One<?> INSTANCE = new Never<@Nullable Object>();

    private Never() {}

    @SuppressWarnings("unchecked") // there is no value
    public static <T extends @Nullable Object> One<T> instance() {
        return (One<T>) INSTANCE;
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Started((pending, starting) -> {}); // no outcome ever comes
    }
}
