package dev.weir.op.source;

import dev.weir.Many.Unfolded;
import dev.weir.op.kernel.Pull;
import dev.weir.op.kernel.PullSource;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes each item and the next state from the state before. */
public final class Unfold<T, S> extends PullSource<T> {
    private final S seed;
    private final Function<? super S, ? extends @Nullable Unfolded<T, S>> step;

    public Unfold(S seed, Function<? super S, ? extends @Nullable Unfolded<T, S>> step) {
        this.seed = Objects.requireNonNull(seed, "seed");
        this.step = Objects.requireNonNull(step, "step");
    }

    @Override
    protected Pull<T> open(Stage<? super T> stage) {
        return new Unfolding<>(this, stage);
    }

    private static final class Unfolding<T, S> extends Pull<T> {
        private final Function<? super S, ? extends @Nullable Unfolded<T, S>> step;
        private S state;

        Unfolding(Unfold<T, S> unfold, Stage<? super T> downstream) {
            super(downstream);
            this.step = unfold.step;
            this.state = unfold.seed;
        }

        @Override
        protected int emit(int most) {
            int used = 0;
            for (int i = 0; i < most && !isCancelled(); i++) {
                T item;
                try {
                    Unfolded<T, S> unfolded = step.apply(state);
                    if (unfolded == null) {
                        downstream.onComplete();
                        return ENDED;
                    }
                    state = unfolded.next();
                    item = Objects.requireNonNull(unfolded.item(), "unfold: the step made a null item");
                } catch (Throwable failure) {
                    downstream.onError(failure);
                    return ENDED;
                }
                if (downstream.onNext(item)) {
                    used++;
                }
            }
            return used;
        }
    }
}
