package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import org.jspecify.annotations.Nullable;

/** A value that is there already. */
public final class Of<T extends @Nullable Object> extends Step<T> {
    private static final One<?> NULL = new Of<@Nullable Object>(null);

    private final T value;

    public Of(T value) {
        this.value = value;
    }

    @SuppressWarnings("unchecked") // null is of every type
    public static <T> One<@Nullable T> ofNull() {
        return (One<@Nullable T>) NULL;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return value;
    }

    @Override
    protected void dropped(Context seen) {
        Undelivered.tell(value, seen);
    }
}
