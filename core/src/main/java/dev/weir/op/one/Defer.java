package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for its One at each subscription. */
public final class Defer<T extends @Nullable Object> extends Step<T> {
    private final Object user;
    private final Function<Context, One<T>> function;

    private Defer(Object user, Function<Context, One<T>> function) {
        this.user = Site.note(user);
        this.function = function;
    }

    public static <T extends @Nullable Object> One<T> of(Supplier<? extends One<T>> supplier) {
        return new Defer<>(
                Argument.function(supplier, Defer.class),
                context -> Argument.due(supplier.get(), "defer: the supplier", "a One"));
    }

    public static <T extends @Nullable Object> One<T> contextual(Function<? super Context, ? extends One<T>> function) {
        return new Defer<>(
                Argument.given(function, "deferContextual: the function"),
                context -> Argument.due(function.apply(context), "deferContextual: the function", "a One"));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        if (depth > DEEPEST_CALL) {
            return new FromLoop(this);
        }
        One<T> made;
        try {
            made = function.apply(run.context());
        } catch (Throwable failure) {
            return failed(failure, user, run);
        }
        return continueWith(made, run, depth);
    }
}
