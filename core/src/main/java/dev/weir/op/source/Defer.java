package dev.weir.op.source;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Source;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks for its stream at each subscription. */
public final class Defer<T> extends Source<T> {
    private final @Nullable Supplier<? extends Many<T>> supplier;
    private final @Nullable Function<? super Context, ? extends Many<T>> function; // or this
    private final Object user; // whichever was given

    public Defer(Supplier<? extends Many<T>> supplier) {
        this.supplier = supplier;
        this.function = null;
        this.user = Site.note(Argument.function(supplier, Defer.class));
    }

    public Defer(Function<? super Context, ? extends Many<T>> function) {
        this.supplier = null;
        this.function = function;
        this.user = Site.note(Argument.given(function, "deferContextual: the function"));
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(user);
    }

    @Override
    public Object given() {
        return user;
    }

    @Override
    protected Many<T> resolve(Root root, int depth) {
        Many<T> made = function == null
                ? Argument.due(Objects.requireNonNull(supplier).get(), "defer: the supplier", "a stream")
                : Argument.due(function.apply(root.context()), "deferContextual: the function", "a stream");
        return Flattening.learn(user, made);
    }
}
