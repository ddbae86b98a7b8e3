package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.Starting;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.VirtualThreads;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a callable returns that may block. */
public final class Blocking<T extends @Nullable Object> extends Step<T> {
    private final Call<T> call;

    public Blocking(Callable<? extends T> callable) {
        super(1);
        this.call = new Call<>(callable);
    }

    @Override
    public Object poll(Context context, int depth) {
        Step<T> called = call;
        return new Starting((pending, runContext) -> {
            String pipeline = runContext.name();
            VirtualThreads.start(
                    pipeline.isEmpty() ? "weir-blocking" : pipeline + "/blocking",
                    () -> pending.accept(called.poll(runContext, called.length())));
        });
    }
}
