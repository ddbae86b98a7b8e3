package dev.weir.op.source;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Source;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks for its stream at each subscription. */
public final class Defer<T> extends Source<T> {
    private final Object user;
    private final Function<Context, Many<T>> function;

    private Defer(Object user, Function<Context, Many<T>> function) {
        this.user = Site.note(user);
        this.function = function;
    }

    public static <T> Many<T> of(Supplier<? extends Many<T>> supplier) {
        return new Defer<>(
                Argument.function(supplier, Defer.class),
                context -> Argument.due(supplier.get(), "defer: the supplier", "a stream"));
    }

    public static <T> Many<T> contextual(Function<? super Context, ? extends Many<T>> function) {
        return new Defer<>(
                Argument.given(function, "deferContextual: the function"),
                context -> Argument.due(function.apply(context), "deferContextual: the function", "a stream"));
    }

    @Override
    public Object given() {
        return user;
    }

    @Override
    protected Many<T> resolve(Root root, int depth) {
        Many<T> made = function.apply(root.context());
        Flattening.learn(user, made);
        return made;
    }
}
