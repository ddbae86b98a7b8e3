package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Site;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for a failure. */
public final class DoOnError<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Throwable> action;

    public DoOnError(One<T> source, Consumer<? super Throwable> action) {
        super(source);
        this.action = Argument.function(action, DoOnError.class);
        Site.note(action);
    }

    @Override
    protected Object function() {
        return action;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        try {
            action.accept(failure.error());
        } catch (Throwable thrown) {
            failure.suppress(thrown);
        }
        return failure;
    }
}
