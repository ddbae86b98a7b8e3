package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Tailor;
import org.jspecify.annotations.Nullable;

/** A source that makes its items on the thread that asks for them. */
public abstract class PullSource<T> extends Source<T> {
    private final @Nullable Object function;
    private final Class<?> pull;
    private final Opening<PullSource<T>, T> opening;

    /** Makes the subscription: from the description, the stage that it signals, and the subscription as a whole. */
    @FunctionalInterface
    protected interface Opening<S extends PullSource<T>, T> {
        Pull<T> open(S source, Stage<? super T> stage, Root root);
    }

    /**
     * @param function what the user gave to be called; null if nothing
     * @param pull the class of the subscription, of which there may be copies; it has one constructor, which is the opening
     */
    @SuppressWarnings("unchecked") // it is given this source only
    protected <S extends PullSource<T>> PullSource(@Nullable Object function, Class<?> pull, Opening<S, T> opening) {
        this.function = function;
        this.pull = pull;
        this.opening = (Opening<PullSource<T>, T>) opening;
    }

    @Override
    protected final void start(Stage<? super T> stage, Root root) {
        start(stage, root, isFew());
    }

    @Override
    protected final void start(Stage<? super T> stage, Root root, boolean few) {
        Pull<T> pull;
        try {
            pull = few ? opening.open(this, stage, root) : openCopy(stage, root);
        } catch (Throwable failure) {
            fail(stage, here(failure, function, root));
            return;
        }
        if (pull.isOver()) {
            complete(stage);
        } else {
            stage.onSubscribe(pull);
        }
    }

    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    private Pull<T> openCopy(Stage<? super T> stage, Root root) {
        Object copy = Tailor.make(pull, function, stage, this, stage, root);
        return copy == null ? opening.open(this, stage, root) : (Pull<T>) copy;
    }
}
