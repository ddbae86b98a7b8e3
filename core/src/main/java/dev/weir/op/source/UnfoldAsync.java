package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items computed one by one, each by a One. */
public final class UnfoldAsync {
    private UnfoldAsync() {}

    public static <T, S> Many<T> of(
            S seed, Function<? super S, ? extends One<? extends Many.@Nullable Unfolded<T, S>>> step) {
        Site.note(Argument.given(step, "unfoldAsync: the step"));
        return One.of(seed)
                .<Many.@Nullable Unfolded<T, S>>flatMap(step)
                .flatMapMany(made -> made == null
                        ? Many.empty()
                        : (made.next() == null ? Many.<T>empty() : of(made.next(), step)).startWith(made.item()));
    }
}
