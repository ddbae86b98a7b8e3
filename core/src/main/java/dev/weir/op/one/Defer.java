package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for its One at each subscription. */
public final class Defer<T extends @Nullable Object> extends Step<T> {
    private final @Nullable Supplier<? extends One<T>> supplier;
    private final @Nullable Function<? super Context, ? extends One<T>> function; // or this
    private final Object user; // whichever was given

    public Defer(Supplier<? extends One<T>> supplier) {
        this.supplier = supplier;
        this.function = null;
        this.user = Site.note(Argument.function(supplier, Defer.class));
    }

    public Defer(Function<? super Context, ? extends One<T>> function) {
        this.supplier = null;
        this.function = function;
        this.user = Site.note(Argument.given(function, "deferContextual: the function"));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        One<T> made;
        try {
            made = function == null
                    ? Argument.due(Objects.requireNonNull(supplier).get(), "defer: the supplier", "a One")
                    : Argument.due(function.apply(run.context()), "deferContextual: the function", "a One");
        } catch (Throwable failure) {
            return failed(failure, user, run);
        }
        return continueWith(made, run, depth);
    }
}
