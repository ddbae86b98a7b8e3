package dev.weir.op.watch;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Scoped;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Another context for the stages above. */
public final class WithContext<T> extends Scoped<T> {
    public WithContext(Many<T> source, UnaryOperator<Context> change) {
        super(source, Site.note(Argument.function(change, WithContext.class)));
    }

    /** The same with a name. */
    public WithContext(Many<T> source, String name) {
        super(source, Argument.given(name, "named: the name"));
    }

    @Override
    protected @Nullable String pipeline() {
        return given() instanceof String name ? name : null;
    }
}
