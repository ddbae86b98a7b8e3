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
    private final @Nullable String name;

    /**
     * @param name see {@link #named}
     */
    public WithContext(Many<T> source, UnaryOperator<Context> change, @Nullable String name) {
        super(source, Site.note(Argument.function(change, WithContext.class)));
        this.name = name;
    }

    public static <T> Many<T> named(Many<T> source, String name) {
        Argument.given(name, "named: the name");
        return new WithContext<>(source, context -> context.withName(name), name);
    }

    @Override
    protected @Nullable String pipeline() {
        return name;
    }
}
