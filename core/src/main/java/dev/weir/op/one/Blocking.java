package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.root.VirtualThreads;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Started;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a callable returns that may block. */
public final class Blocking<T extends @Nullable Object> extends Step<T> {
    private final Callable<? extends T> callable;

    public Blocking(Callable<? extends T> callable) {
        this.callable = Site.note(Argument.function(callable, Blocking.class));
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Started(this::start, this::dropped);
    }

    private void start(Pending pending, Run run) {
        VirtualThreads.start("blocking", pending.context(), () -> pending.accept(called(pending.context())));
    }

    @Override
    protected void dropped(Context seen) {
        Undelivered.tell(callable instanceof Adapted adapted ? adapted.item() : null, seen);
    }

    private @Nullable Object called(Context context) {
        try {
            return VirtualThreads.call(context, callable);
        } catch (Throwable failure) {
            return new Failure(failure, Origin.of(failure, getClass(), callable, context));
        }
    }
}
