package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items computed one by one, each by a One. */
public final class UnfoldAsync<T, S> {
    private final Function<? super S, ? extends One<? extends Many.@Nullable Unfolded<T, S>>> step;

    private UnfoldAsync(Function<? super S, ? extends One<? extends Many.@Nullable Unfolded<T, S>>> step) {
        this.step = step;
    }

    public static <T, S> Many<T> of(
            S seed, Function<? super S, ? extends One<? extends Many.@Nullable Unfolded<T, S>>> step) {
        Site.note(Argument.given(step, "unfoldAsync: the step"));
        return Many.defer(() -> new UnfoldAsync<T, S>(step).from(seed));
    }

    private Many<T> from(S state) {
        return Objects.requireNonNull(step.apply(state), "unfoldAsync: the step returned null where a One is due")
                .flatMapMany(this::unfolded);
    }

    private Many<T> unfolded(Many.@Nullable Unfolded<T, S> unfolded) {
        return unfolded == null
                ? Many.empty()
                : Many.concat(Many.of(unfolded.item()), Many.defer(() -> from(unfolded.next())));
    }
}
