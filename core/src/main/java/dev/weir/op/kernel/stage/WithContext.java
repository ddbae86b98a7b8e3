package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Another context for the stages above. It has no stage itself. */
public final class WithContext<T> extends Source<T> {
    private final Object change; // or the name

    public WithContext(Many<T> source, UnaryOperator<Context> change) {
        super(source);
        this.change = Site.note(Argument.function(change, WithContext.class));
    }

    /** The same with a name. */
    public WithContext(Many<T> source, String name) {
        super(source);
        this.change = Argument.given(name, "named: the name");
    }

    @Override
    protected @Nullable String pipeline() {
        return change instanceof String name ? name : null;
    }

    @Override
    public Object given() {
        return change;
    }

    public Root scope(Root root) {
        return new Root.Scope(root, Unscoped.changed(root.context(), change));
    }
}
