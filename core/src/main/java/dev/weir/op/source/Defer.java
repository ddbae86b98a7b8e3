package dev.weir.op.source;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks for its stream at each subscription. */
public final class Defer<T> extends Source<T> {
    private final Object function; // the user's
    private final boolean isContextual;

    private Defer(Object function, boolean isContextual) {
        this.function = Site.note(function);
        this.isContextual = isContextual;
    }

    public static <T> Many<T> of(Supplier<? extends Many<T>> supplier) {
        return new Defer<>(Argument.function(supplier, Defer.class), false);
    }

    public static <T> Many<T> contextual(Function<? super Context, ? extends Many<T>> function) {
        return new Defer<>(Argument.given(function, "deferContextual: the function"), true);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(function);
    }

    @Override
    public Object given() {
        return function;
    }

    @Override
    @SuppressWarnings("unchecked") // as it was given
    protected Many<T> resolve(Root root) {
        Many<T> made = isContextual
                ? ((Function<Context, Many<T>>) function).apply(root.context())
                : ((Supplier<Many<T>>) function).get();
        String missing = isContextual
                ? "deferContextual: the function returned null where a stream is due"
                : "defer: the supplier returned null";
        Flattening.learn(function, Objects.requireNonNull(made, missing));
        return made;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        connect(this, stage, root);
    }
}
