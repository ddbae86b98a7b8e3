package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes its One of the context, at each subscription. */
public final class DeferContextual<T extends @Nullable Object> extends Step<T> {
    private final Function<? super Context, ? extends One<T>> function;

    public DeferContextual(Function<? super Context, ? extends One<T>> function) {
        super(1);
        this.function = Argument.function(function, DeferContextual.class);
        Site.note(function);
    }

    @Override
    protected Object function() {
        return function;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        One<T> made;
        try {
            made = Objects.requireNonNull(
                    function.apply(run.context()), "deferContextual: the function returned null where a One is due");
        } catch (Throwable failure) {
            return failed(failure, function, run);
        }
        return continueWith(made, run, depth);
    }
}
