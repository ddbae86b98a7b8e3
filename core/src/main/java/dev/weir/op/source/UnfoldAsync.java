package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items computed one by one, each by a One. */
public final class UnfoldAsync {
    private UnfoldAsync() {}

    public static <T, S> Many<T> of(
            S seed, Function<? super S, ? extends One<? extends Many.@Nullable Unfolded<T, S>>> step) {
        Site.note(Argument.given(step, "unfoldAsync: the step"));
        return Many.defer(() -> Objects.requireNonNull(
                        step.apply(seed), "unfoldAsync: the step returned null where a One is due")
                .flatMapMany(unfolded -> unfolded == null
                        ? Many.empty()
                        : Many.concat(Many.of(unfolded.item()), of(unfolded.next(), step))));
    }
}
