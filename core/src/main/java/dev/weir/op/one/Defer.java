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
    private final Object function; // the user's
    private final boolean isContextual;

    private Defer(Object function, boolean isContextual) {
        super(1);
        this.function = Site.note(function);
        this.isContextual = isContextual;
    }

    public static <T extends @Nullable Object> One<T> of(Supplier<? extends One<T>> supplier) {
        return new Defer<>(Argument.function(supplier, Defer.class), false);
    }

    public static <T extends @Nullable Object> One<T> contextual(Function<? super Context, ? extends One<T>> function) {
        return new Defer<>(Argument.given(function, "deferContextual: the function"), true);
    }

    @Override
    @SuppressWarnings("unchecked") // as it was given
    public @Nullable Object poll(Run run, int depth) {
        One<T> made;
        try {
            made = isContextual
                    ? ((Function<Context, One<T>>) function).apply(run.context())
                    : ((Supplier<One<T>>) function).get();
            Objects.requireNonNull(
                    made,
                    isContextual
                            ? "deferContextual: the function returned null where a One is due"
                            : "defer: the supplier returned null where a One is due");
        } catch (Throwable failure) {
            return failed(failure, function, run);
        }
        return continueWith(made, run, depth);
    }
}
