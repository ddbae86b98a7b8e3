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
    private final Object given;
    private final Function<? super Context, ? extends Many<T>> function;
    private final String missing;

    private Defer(Object given, Function<? super Context, ? extends Many<T>> function, String missing) {
        this.given = given;
        this.function = function;
        this.missing = missing;
        Site.note(given);
    }

    public static <T> Many<T> of(Supplier<? extends Many<T>> supplier) {
        Argument.function(supplier, Defer.class);
        return new Defer<>(supplier, context -> supplier.get(), "defer: the supplier returned null");
    }

    public static <T> Many<T> contextual(Function<? super Context, ? extends Many<T>> function) {
        Argument.given(function, "deferContextual: the function");
        return new Defer<>(function, function, "deferContextual: the function returned null where a stream is due");
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(given);
    }

    @Override
    protected Many<T> resolve(Root root) {
        Many<T> made = Objects.requireNonNull(function.apply(root.context()), missing);
        Flattening.learn(given, made);
        return made;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        connect(this, stage, root);
    }
}
