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

/** Makes its stream of the context, at each subscription. */
public final class DeferContextual<T> extends Source<T> {
    private final Function<? super Context, ? extends Many<T>> function;

    public DeferContextual(Function<? super Context, ? extends Many<T>> function) {
        this.function = Argument.function(function, DeferContextual.class);
        Site.note(function);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(function);
    }

    @Override
    protected Many<T> resolve(Root root) {
        Many<T> made = Objects.requireNonNull(
                function.apply(root.context()), "deferContextual: the function returned null where a stream is due");
        Flattening.learn(function, made);
        return made;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        connect(this, stage, root);
    }
}
