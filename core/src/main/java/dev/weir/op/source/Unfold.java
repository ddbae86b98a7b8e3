package dev.weir.op.source;

import dev.weir.Many.Unfolded;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Pull;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Computes each item and the next state from the state before. */
public final class Unfold<T, S> extends PullSource<T> {
    private final S seed;
    private final Function<? super S, ? extends @Nullable Unfolded<T, S>> step;

    public Unfold(S seed, Function<? super S, ? extends @Nullable Unfolded<T, S>> step) {
        this.seed = Argument.given(seed, "unfold: the seed");
        this.step = Site.note(Argument.given(step, "unfold: the step"));
    }

    @Override
    public Object given() {
        return step;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        start(Unfolding.class, Unfolding<T, S>::new, stage, root, few);
    }

    private static final class Unfolding<T, S> extends Pull<T> {
        private final Function<? super S, ? extends @Nullable Unfolded<T, S>> step;
        private @Nullable S state;

        Unfolding(Unfold<T, S> unfold, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.step = unfold.step;
            this.state = unfold.seed;
        }

        @Override
        protected long emit(int tries, long demand) {
            long left = demand;
            for (int i = 0; i < tries && left > 0 && !isCancelled(); i++) {
                T item = null;
                try {
                    Unfolded<T, S> unfolded = step.apply(Objects.requireNonNull(state));
                    if (unfolded != null) {
                        state = unfolded.next();
                        item = Objects.requireNonNull(unfolded.item(), "unfold: the step made a null item");
                    }
                } catch (Throwable failure) {
                    return fail(failure, step);
                }
                left -= item != null && downstream.onNext(item) ? 1 : 0;
                if ((item == null || state == null) && !isCancelled()) {
                    downstream.onComplete();
                    return ENDED;
                }
                if (i == Known.FEW) {
                    Site.wide(step);
                }
            }
            return left;
        }
    }
}
