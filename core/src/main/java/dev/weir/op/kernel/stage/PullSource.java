package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Tailor;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A source that makes its items on the thread that asks for them. */
public abstract class PullSource<T> extends Source<T> {
    /** See {@link #items(Many)}. */
    protected @Nullable Iterator<T> items() {
        return null;
    }

    /** The next of the items. */
    public static <T> T next(Iterator<T> items) {
        return Objects.requireNonNull(items.next(), "from: the iterator returned null");
    }

    /** The items of a stream, for who takes them one by one and needs no subscription; null if that can't be. */
    public static <T> @Nullable Iterator<T> items(Many<T> many) {
        return many instanceof PullSource<T> source ? source.items() : null;
    }

    /**
     * Starts what emits.
     *
     * @param type its class, of which there may be copies
     * @param opening its one constructor
     */
    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    protected final <S extends PullSource<T>> void start(
            Class<?> type, Making<S, T, Pull<T>> opening, Stage<? super T> stage, Root root, boolean few) {
        Pull<T> pull;
        try {
            Pull<T> copy = few ? null : Tailor.make(type, given(), stage, this, stage, root);
            pull = copy == null ? opening.make((S) this, stage, root) : copy;
        } catch (Throwable failure) {
            fail(stage, root.made(failure, getClass(), given()));
            return;
        }
        if (pull.isOver()) {
            stage.onSubscribe(Upstream.NONE);
            stage.onComplete();
        } else {
            stage.onSubscribe(pull);
        }
    }
}
