package dev.weir.op.one;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a callable returns. */
public final class Call<T extends @Nullable Object> extends Step<T> {
    private final Callable<? extends T> callable;

    public Call(Callable<? extends T> callable) {
        this.callable = Site.note(Argument.function(callable, Call.class));
    }

    @Override
    protected Object function() {
        return callable;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        try {
            return callable.call();
        } catch (Throwable failure) {
            return failed(failure, callable, run);
        }
    }
}
