package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Streams that come one after the other: which is the next is decided when the one before has ended. Where one of them
 * is such a sequence itself, it needs no stage of its own, and where it is the last, nothing is left of the sequence
 * that it was in: recursion in last place has no end. One that carries other values of threads has a stage of its own, though.
 */
@SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"}) // its parts are given to it alone
public abstract class Sequence<T> extends Source<T> {
    private final @Nullable Object function;

    protected Sequence() {
        this.function = null;
    }

    /**
     * @param function what the user gave to be called; its class tells the site
     */
    protected Sequence(Object function) {
        this.function = Site.note(Argument.function(function, getClass()));
    }

    /** Of one stream, and what the user gave to be called, if anything. */
    protected Sequence(Many<T> source, @Nullable Object function) {
        super(source);
        this.function = function;
    }

    /** What the user gave. */
    protected final <F> F function() {
        return (F) Objects.requireNonNull(function);
    }

    /** What one subscription does. */
    protected abstract Sequel<T> open(Root root);

    @Override
    protected final void start(Stage<? super T> stage, Root root, boolean few) {
        Sequencing<T> copy = few ? null : Tailor.make(Passing.class, function, stage, stage, root, null);
        (copy == null ? new Passing<T>(stage, root) : copy).begin(this);
    }

    /** The part that handles each item. */
    private static final class Passing<T> extends Sequencing<T> {
        Passing(Stage<? super T> downstream, Root root) {
            super(downstream, root);
        }

        @Override
        public boolean onNext(T item) {
            return produced(downstream.onNext(item));
        }

        @Override
        void passAll(Source<T> source, Iterator<T> items) {
            for (T item = next(source, items); item != null; item = next(source, items)) {
                produced(downstream.onNext(item));
            }
        }
    }
}
