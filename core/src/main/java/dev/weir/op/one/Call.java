package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a callable returns. */
public final class Call<T extends @Nullable Object> extends Step<T> {
    private final Callable<? extends T> callable;

    public Call(Callable<? extends T> callable) {
        super(1);
        this.callable = Objects.requireNonNull(callable, "callable");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        try {
            return callable.call();
        } catch (Throwable failure) {
            return new Failure(failure);
        }
    }
}
