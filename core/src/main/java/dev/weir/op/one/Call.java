package dev.weir.op.one;

import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a callable returns, or a supplier. */
public final class Call<T extends @Nullable Object> extends Step<T> {
    private final Object function;

    /**
     * @param function a callable, or a supplier, which it is taken for if it is both
     */
    public Call(Object function) {
        this.function = Site.note(function);
    }

    @Override
    protected Object function() {
        return function;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        try {
            return function instanceof Supplier<?> supplier ? supplier.get() : ((Callable<?>) function).call();
        } catch (Throwable failure) {
            return failed(failure, function, run);
        }
    }
}
