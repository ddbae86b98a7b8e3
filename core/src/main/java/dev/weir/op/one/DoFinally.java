package dev.weir.op.one;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Site;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for the end, whatever it is. */
public final class DoFinally<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Ending> action;

    public DoFinally(One<T> source, Consumer<? super Ending> action) {
        super(source);
        this.action = Argument.function(action, DoFinally.class);
        Site.note(action);
    }

    /** An action before all. */
    public static <T extends @Nullable Object> One<T> before(One<T> source, Runnable action) {
        Argument.given(action, "doOnSubscribe: the action");
        return One.defer(() -> {
            action.run();
            return source;
        });
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
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        try {
            action.accept(Ending.COMPLETED);
        } catch (Throwable failure) {
            return failed(failure, action, run);
        }
        return value;
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        try {
            action.accept(Ending.FAILED);
        } catch (Throwable thrown) {
            failure.suppress(thrown);
        }
        return failure;
    }

    @Override
    public void cancelled(Run run) {
        action.accept(Ending.CANCELLED);
    }
}
