package dev.weir.op.source;

import dev.weir.Many.Unfolded;
import dev.weir.One;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Adapted;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items computed one by one, each by a One. */
public final class UnfoldAsync<T, S> extends Sequence<T> {
    private final S seed;

    public UnfoldAsync(S seed, Function<? super S, ? extends One<? extends @Nullable Unfolded<T, S>>> step) {
        super(step);
        this.seed = seed;
    }

    @Override
    protected Sequel<T> open(Root root) {
        Function<S, One<? extends @Nullable Unfolded<T, S>>> step = function();
        return new Sequel<>(root, null) {
            private final Function<@Nullable Unfolded<T, S>, @Nullable T> taking =
                    Adapted.of(step, "unfoldAsync: the function", this::item);
            private @Nullable S state = seed;

            @Override
            @SuppressWarnings("NullAway") // there is a state when it begins, and null is no item
            protected void begin(Sequencing<T> sequencing) {
                One<? extends @Nullable Unfolded<T, S>> next;
                try {
                    next = Argument.due(step.apply(state), "unfoldAsync: the function", "a One");
                } catch (Throwable thrown) {
                    sequencing.end(this, root.made(thrown, UnfoldAsync.class, step));
                    return;
                }
                sequencing.start(this, next.map(taking).toMany());
            }

            private @Nullable T item(@Nullable Unfolded<T, S> made) {
                state = made == null ? null : made.next();
                return made == null ? null : Objects.requireNonNull(made.item(), "unfoldAsync: the item is null");
            }

            @Override
            protected void completed(Sequencing<T> sequencing) {
                if (state == null) {
                    sequencing.end(this, null);
                } else {
                    beginAgain(sequencing);
                }
            }
        };
    }
}
